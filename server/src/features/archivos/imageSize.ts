/** In pixels. */
export interface ImageSize {
  width: number
  height: number
}

/** How much of a file the other kinds need to say their size. */
export const headLength = 30

/** Every valid PNG begins with it. */
export function sizeOfPng(head: Buffer): ImageSize | undefined {
  if (head.length < 24 || head.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
}

/** The canvas of an extended one; else the frame, lossless or not. */
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

/** SOF0 to SOF15, among which stand tables (C4, CC) and one that nobody uses (C8). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** They are all of their segment: what was no marker at all, TEM, RST0 to RST7, SOI. */
const isStandaloneMarker = (marker: number) =>
  marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd8)
/** EOI and SOS: the header ends here. */
const isEnd = (marker: number) => marker === 0xd9 || marker === 0xda

/**
 * Walks over a JPEG's segments as its bytes come, to the one that says its size: megabytes may stand before it, and
 * none of them is kept. What lies between segments is passed over, as those do who show it.
 */
export class JpegSizeReader {
  size: ImageSize | undefined
  #isOver = false
  #skip = 0
  /** What came of a segment's first bytes. */
  #pending: Buffer = Buffer.alloc(0)

  update(chunk: Buffer): void {
    if (this.#isOver) return
    const skipped = Math.min(this.#skip, chunk.length)
    this.#skip -= skipped
    let bytes: Buffer | undefined = Buffer.concat([this.#pending, chunk.subarray(skipped)])
    this.#pending = Buffer.alloc(0)
    while (bytes) bytes = this.#step(bytes)
  }

  /** @returns what comes after a segment; undefined where more must come first, or nothing that matters does */
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
    this.#isOver = isFrame(marker) || isEnd(marker)
    if (this.#isOver) return undefined
    const length = segment.readUInt16BE(0)
    this.#skip = Math.max(0, length - segment.length)
    return segment.subarray(length)
  }
}
