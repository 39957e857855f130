/** In pixels. */
export interface ImageSize {
  width: number
  height: number
}

/** Bytes that sizeOfPng and sizeOfWebp need. */
export const headLength = 30

/** Reads the size from the IHDR chunk, the first of every valid PNG. */
export function sizeOfPng(head: Buffer): ImageSize | undefined {
  if (head.length < 24 || head.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
}

/** Reads the canvas size of an extended WebP, or the frame size of a simple one. */
export function sizeOfWebp(head: Buffer): ImageSize | undefined {
  if (head.length < headLength) return undefined
  const chunk = head.toString('latin1', 12, 16)
  if (chunk === 'VP8X') return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 }
  if (chunk === 'VP8L') {
    const bits = head.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  const isFrame = chunk === 'VP8 ' && head.toString('latin1', 23, 26) === '\x9d\x01\x2a'
  if (!isFrame) return undefined
  return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff }
}

/** SOF0 to SOF15, except DHT (C4), JPG (C8) and DAC (CC). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** Markers without a length: an escaped FF, TEM, RST0 to RST7, SOI. */
const isStandaloneMarker = (marker: number) =>
  marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd8)
/** EOI and SOS end the header. */
const isEnd = (marker: number) => marker === 0xd9 || marker === 0xda

/**
 * Reads the size of a JPEG from its stream without keeping the segments before it, which can be megabytes. Skips bytes
 * between segments, as image viewers do.
 */
export class JpegSizeReader {
  size: ImageSize | undefined
  #isDone = false
  #skip = 0
  /** Incomplete start of a segment. */
  #pending: Buffer = Buffer.alloc(0)

  update(chunk: Buffer): void {
    if (this.#isDone) return
    const skipped = Math.min(this.#skip, chunk.length)
    this.#skip -= skipped
    let bytes: Buffer | undefined = Buffer.concat([this.#pending, chunk.subarray(skipped)])
    this.#pending = Buffer.alloc(0)
    while (bytes) bytes = this.#step(bytes)
  }

  /** @returns the bytes after a segment; undefined if more bytes are needed, or the header has ended */
  #step(bytes: Buffer): Buffer | undefined {
    const from = bytes.indexOf(0xff)
    if (from < 0) return undefined
    let at = from + 1
    while (bytes[at] === 0xff) at += 1
    const marker = bytes[at]
    if (marker !== undefined && isStandaloneMarker(marker)) return bytes.subarray(at + 1)
    const segment = bytes.subarray(at + 1)
    if (marker === undefined || segment.length < (isFrame(marker) ? 7 : 2)) {
      this.#pending = bytes.subarray(at - 1)
      return undefined
    }
    if (isFrame(marker)) this.size = { height: segment.readUInt16BE(3), width: segment.readUInt16BE(5) }
    this.#isDone = isFrame(marker) || isEnd(marker)
    if (this.#isDone) return undefined
    const length = segment.readUInt16BE(0)
    this.#skip = Math.max(0, length - segment.length)
    return segment.subarray(length)
  }
}
