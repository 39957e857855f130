export interface PrimedIterable<T> extends AsyncIterable<T> {
  cancel(): Promise<void>
}

/** Makes the first step of an iteration: what fails there is thrown here, before anything was given away. */
export async function primeIterator<T>(iterable: AsyncIterable<T>): Promise<PrimedIterable<T>> {
  const iterator = iterable[Symbol.asyncIterator]()
  const cancel = async () => {
    await iterator.return?.()
  }
  let first: IteratorResult<T> | undefined = await iterator.next()
  // No generator: one that was never asked for anything would not end what it wraps.
  const rest: AsyncIterator<T> = {
    next: async () => {
      const given = first ?? (await iterator.next())
      first = undefined
      return given
    },
    return: async () => {
      await cancel()
      return { done: true, value: undefined }
    },
  }
  return { cancel, [Symbol.asyncIterator]: () => rest }
}
