/**
 * Processes items with limited concurrency and returns the results in order. Below the size of the connection
 * pool no request waits so long that it gets a 503.
 */
export async function inParallel<Item, Answer>(
  concurrency: number,
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  const pending = items.entries()
  const worker = async () => {
    // The lanes share the iterator.
    for (const [index, item] of pending) answers[index] = await work(item, index)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return answers
}
