/**
 * All of these, so many at a time, answers in their order. With no more at a time than there are connections
 * nobody waits for one so long that it is told 503, however slow the machine.
 */
export async function inParallel<Item, Answer>(
  concurrency: number,
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  const pending = items.entries()
  const worker = async () => {
    // The lanes share the iterator: each takes what is next.
    for (const [index, item] of pending) answers[index] = await work(item, index)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return answers
}
