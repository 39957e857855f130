import { crc32, deflateSync } from 'node:zlib'

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}

const channelsOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/**
 * Builds a PNG of a size and color type (0 grey, 2 RGB, 3 palette, 4 and 6 with alpha) that uses every
 * filter.
 */
export function buildPng(width: number, height: number, kind: number, data?: Buffer): Buffer {
  const row = width * (channelsOf[kind] ?? 1) + 1
  const rows = Buffer.alloc(row * (data ? 0 : height), 3)
  if (!data) for (let y = 0; y < height; y++) rows[y * row] = y % 5
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, kind], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...(kind === 3 ? [chunk('PLTE', Buffer.from('000000ff0000', 'hex'))] : []),
    chunk('IDAT', data ?? deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
