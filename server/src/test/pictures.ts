type Dimensions = readonly [width: number, height: number]

const concatParts = (...parts: (string | number[] | Buffer)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )

const bigEndian = (value: number, bytes: number) => {
  const written = Buffer.alloc(bytes)
  written.writeUIntBE(value, 0, bytes)
  return written
}
const littleEndian = (value: number, bytes: number) => bigEndian(value, bytes).reverse()

const segment = (marker: number, length: number) =>
  concatParts([0xff, marker], bigEndian(length, 2), Buffer.alloc(length - 2, 0xc0))
const frame = (marker: number, [width, height]: Dimensions) =>
  concatParts(
    [0xff, marker],
    bigEndian(11, 2),
    [8],
    bigEndian(height, 2),
    bigEndian(width, 2),
    [1, 1, 0x11, 0],
  )
const soi = [0xff, 0xd8]
/** With an escaped FF and a restart marker, then the end of the picture. */
const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 7, 0xff, 0, 7, 0xff, 0xd0, 7, 0xff, 0xd9]

const webp = (chunk: string, ...parts: Parameters<typeof concatParts>) =>
  concatParts('RIFF', littleEndian(30, 4), 'WEBP', chunk, littleEndian(10, 4), ...parts, Buffer.alloc(20))

/** Pictures of the given size, valid ones and malicious ones, without the points. */
export const imageHeaders: Record<string, (size: Dimensions) => Buffer> = {
  JPEG: (size) => concatParts(soi, segment(0xe0, 16), segment(0xc4, 30), frame(0xc0, size), scan),
  'a progressive JPEG': (size) => concatParts(soi, segment(0xe1, 5000), frame(0xc2, size), scan),
  'a JPEG whose size stands after 2 MB': (size) =>
    concatParts(soi, ...Array.from({ length: 32 }, () => segment(0xe2, 65_535)), frame(0xc0, size), scan),
  'a JPEG with what belongs to no segment': (size) =>
    concatParts(soi, [0xff, 0xff, 0xff, 0xd0, 7, 0, 0xff, 0], segment(0xfe, 2), [9], frame(0xc1, size), scan),
  PNG: ([width, height]) =>
    concatParts(
      '\x89PNG\r\n\x1a\n',
      bigEndian(13, 4),
      'IHDR',
      bigEndian(width, 4),
      bigEndian(height, 4),
      [8, 2, 0, 0, 0],
      'crc.',
      [0, 0, 0, 0],
      'IEND',
    ),
  WebP: ([width, height]) =>
    webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a], littleEndian(width, 2), littleEndian(height, 2)),
  'a lossless WebP': ([width, height]) =>
    webp('VP8L', [0x2f], littleEndian(((height - 1) << 14) | (width - 1), 4)),
  'an extended WebP': ([width, height]) =>
    webp('VP8X', [0, 0, 0, 0], littleEndian(width - 1, 3), littleEndian(height - 1, 3)),
}
