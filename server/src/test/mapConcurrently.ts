/**
 * All of these, so many at a time, answers in their order. With no more at a time than there are connections
 * nobody waits for one so long that it is told 503, however slow the machine.
 */
export async function inLanes<Item, Answer>(
  lanes: number,
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  const waiting = items.entries()
  const lane = async () => {
    // The lanes share the iterator: each takes what is next.
    for (const [index, item] of waiting) answers[index] = await work(item, index)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return answers
}
