/** How much a sheet may cost; tests lower them. */
export interface ReadLimits {
  /** Rows with a value, below the headings. */
  rows: number
  /** Of a whole archive. */
  unpackedBytes: number
  ms: number
  /** Of the thread that reads. */
  heapMb: number
  /** Of all texts that are handed over: a shared string may stand in every cell. */
  characters: number
}

export const readLimits: ReadLimits = {
  rows: 20_000,
  unpackedBytes: 200 * 1024 ** 2,
  ms: 20_000,
  heapMb: 128,
  characters: 32 * 1024 ** 2,
}
