/** Read the size and the end of a picture from its stream, without keeping the bytes. Phone and server use them. */

/** In pixels. */
export interface ImageSize {
  width: number
  height: number
}

export const joinBytes = (a: Uint8Array, b: Uint8Array): Uint8Array => {
  if (a.length === 0) return b
  const joined = new Uint8Array(a.length + b.length)
  joined.set(a)
  joined.set(b, a.length)
  return joined
}

/** Reads `count` bytes, at most 4, as an unsigned big-endian number. */
const bigEndian = (bytes: Uint8Array, at: number, count: number) => {
  let value = 0
  for (let index = at; index < at + count; index += 1) value = value * 256 + (bytes[index] ?? 0)
  return value
}

/** Reads `count` bytes, at most 4, as an unsigned little-endian number. */
export const littleEndian = (bytes: Uint8Array, at: number, count: number): number => {
  let value = 0
  for (let index = at + count - 1; index >= at; index -= 1) value = value * 256 + (bytes[index] ?? 0)
  return value
}

/** Reads a stream whose parts state their length. */
export abstract class PictureReader {
  size: ImageSize | undefined
  /** Whether the end marker was found. */
  isComplete = false
  protected isDone = false
  /** Bytes to skip before the next step. */
  protected skip = 0
  /** Start of a part, without the bytes that complete it. */
  #pending: Uint8Array = new Uint8Array()

  update(chunk: Uint8Array): void {
    const bytes = joinBytes(this.#pending, chunk)
    let at = 0
    for (let next = this.#next(bytes, at); next > at; next = this.#next(bytes, at)) at = next
    this.#pending = bytes.slice(at)
  }

  #next(bytes: Uint8Array, at: number): number {
    if (this.isDone) return bytes.length
    const skipped = Math.min(this.skip, bytes.length - at)
    this.skip -= skipped
    return skipped > 0 || at === bytes.length ? at + skipped : this.step(bytes, at)
  }

  /** Reads one part. Returns the position after it, or `at` if it needs more bytes. */
  protected abstract step(bytes: Uint8Array, at: number): number
}

/** SOF0 to SOF15, except DHT (C4), JPG (C8) and DAC (CC). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** Markers without a length: an escaped FF, TEM, RST0 to RST7, SOI. */
const isStandalone = (marker: number) => marker <= 1 || (marker >= 0xd0 && marker <= 0xd8)
const endOfImage = 0xd9
const startOfScan = 0xda

/** Skips bytes between segments, as image viewers do: those of a scan are such bytes, too. */
export class JpegReader extends PictureReader {
  #hasScan = false

  protected step(bytes: Uint8Array, at: number): number {
    const from = bytes.indexOf(0xff, at)
    if (from < 0) return bytes.length
    let place = from + 1
    while (bytes[place] === 0xff) place += 1
    const marker = bytes[place]
    if (marker === undefined) return place - 1
    const segment = place + 1
    if (isStandalone(marker)) return segment
    if (marker === endOfImage) {
      this.isComplete = this.#hasScan
      this.isDone = true
      return segment
    }
    if (bytes.length - segment < (isFrame(marker) ? 7 : 2)) return place - 1
    if (isFrame(marker))
      this.size ??= { height: bigEndian(bytes, segment + 3, 2), width: bigEndian(bytes, segment + 5, 2) }
    this.#hasScan ||= marker === startOfScan
    this.skip = bigEndian(bytes, segment, 2)
    return segment
  }
}

export class PngReader extends PictureReader {
  /** The signature. */
  protected override skip = 8

  protected step(bytes: Uint8Array, at: number): number {
    const left = bytes.length - at
    if (left < 8) return at
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    // The header is the first chunk of every valid PNG.
    if (!this.size) {
      if (type === 'IHDR' && left < 16) return at
      this.size =
        type === 'IHDR'
          ? { width: bigEndian(bytes, at + 8, 4), height: bigEndian(bytes, at + 12, 4) }
          : { width: 0, height: 0 }
    }
    this.isComplete = type === 'IEND'
    this.isDone = this.isComplete
    // The chunk's data and checksum.
    this.skip = bigEndian(bytes, at, 4) + 4
    return at + 8
  }
}
