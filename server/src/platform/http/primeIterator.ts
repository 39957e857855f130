export interface Begun<T> extends AsyncIterable<T> {
  leave(): Promise<void>
}

/** Makes the first step of an iteration: what fails there is thrown here, before anything was given away. */
export async function begun<T>(iterable: AsyncIterable<T>): Promise<Begun<T>> {
  const iterator = iterable[Symbol.asyncIterator]()
  const leave = async () => {
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
      await leave()
      return { done: true, value: undefined }
    },
  }
  return { leave, [Symbol.asyncIterator]: () => rest }
}
