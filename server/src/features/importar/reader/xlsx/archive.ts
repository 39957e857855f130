import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { encodingOfBom } from '../bytes.ts'
import { SheetError } from '../sheet.ts'

/** Programs disagree about the case and the leading slash of part names. */
const keyOf = (path: string) => path.replace(/^\//, '').toLowerCase()

/** Zip archive of a workbook. Counts the unpacked bytes itself, because the archive's own sizes may lie. */
export class Archive {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  readonly #checked = new Set<Entry>()
  #bytesLeft: number

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, maxBytes: number) {
    this.#zip = zip
    this.#entries = entries
    this.#bytesLeft = maxBytes
  }

  static async open(bytes: Uint8Array, maxBytes: number): Promise<Archive> {
    const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      lazyEntries: true,
    })
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) entries.set(keyOf(entry.fileName), entry)
    return new Archive(zip, entries, maxBytes)
  }

  has = (path: string) => this.#entries.has(keyOf(path))

  /** Verifies a part's size and checksum. @throws {SheetError} */
  async check(path: string, onChunk: (chunk: Buffer) => void = () => undefined): Promise<void> {
    const entry = this.#entry(path)
    let sum = 0
    for await (const chunk of await this.#open(entry)) {
      if (!this.#checked.has(entry)) this.#bytesLeft -= chunk.length
      if (this.#bytesLeft < 0) throw new SheetError('unreadable')
      sum = crc32(chunk, sum)
      onChunk(chunk)
    }
    if (sum !== entry.crc32) throw new SheetError('unreadable')
    this.#checked.add(entry)
  }

  /** Yields the text of a part in pieces, after `check`. @throws {SheetError} */
  async *read(path: string): AsyncGenerator<string> {
    const entry = this.#entry(path)
    if (!this.#checked.has(entry)) await this.check(path)
    let decoder: InstanceType<typeof TextDecoder> | undefined
    for await (const chunk of await this.#open(entry)) {
      decoder ??= new TextDecoder(encodingOfBom(chunk) ?? 'utf-8')
      yield decoder.decode(chunk, { stream: true })
    }
  }

  #entry(path: string): Entry {
    const entry = this.#entries.get(keyOf(path))
    if (!entry) throw new SheetError('unreadable')
    return entry
  }

  #open(entry: Entry): Promise<AsyncIterable<Buffer>> {
    return this.#zip.openReadStreamPromise(entry)
  }
}
