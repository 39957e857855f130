import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { encodingOfBom } from '../bytes.ts'
import { SheetError } from '../sheetError.ts'

/** What a part's name stands for, however it is written. */
const keyOf = (path: string) => path.replace(/^\//, '').toLowerCase()

/** The parts of a book, unpacked as they are read; what comes out is counted, whatever the archive says. */
export class Archive {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  readonly #checked = new Set<Entry>()
  #bytesLeft: number

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, mostBytes: number) {
    this.#zip = zip
    this.#entries = entries
    this.#bytesLeft = mostBytes
  }

  static async open(bytes: Uint8Array, mostBytes: number): Promise<Archive> {
    const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      lazyEntries: true,
    })
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) entries.set(keyOf(entry.fileName), entry)
    return new Archive(zip, entries, mostBytes)
  }

  has = (path: string) => this.#entries.has(keyOf(path))

  /**
   * Looks through a part before anybody reads it: its sum is right, and it is not too large.
   * @throws {SheetRefusal}
   */
  async check(path: string, look: (chunk: Buffer) => void = () => undefined): Promise<void> {
    const entry = this.#entry(path)
    let sum = 0
    for await (const chunk of await this.#open(entry)) {
      if (!this.#checked.has(entry)) this.#bytesLeft -= chunk.length
      if (this.#bytesLeft < 0) throw new SheetError('unreadable')
      sum = crc32(chunk, sum)
      look(chunk)
    }
    if (sum !== entry.crc32) throw new SheetError('unreadable')
    this.#checked.add(entry)
  }

  /** The text of a part, in pieces. @throws {SheetRefusal} */
  async *read(path: string): AsyncGenerator<string> {
    const entry = this.#entry(path)
    if (!this.#checked.has(entry)) await this.check(path)
    let decode: ((chunk: Buffer) => string) | undefined
    for await (const chunk of await this.#open(entry)) {
      decode ??= decoderOf(encodingOfBom(chunk) ?? 'utf-8')
      yield decode(chunk)
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

function decoderOf(encoding: string) {
  const decoder = new TextDecoder(encoding)
  return (chunk: Buffer) => decoder.decode(chunk, { stream: true })
}
