import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { FileStore } from '@flota/server/fileStore.ts'
import { minutesADay } from './calendar.ts'
import { meta, type Row, type Shown } from './rows.ts'
import { chief } from './usuarios.ts'

const [width, height] = [640, 480]

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}

/** A picture as PNG: a sky, a road and a box of a colour of its own, which stands for what was photographed. */
function aPicture(n: number): Buffer {
  const box = [(n * 83) % 200, (n * 47) % 200, (n * 131) % 200]
  const isBox = (x: number, y: number) => x > 180 && x < 460 && y > 200 && y < 380
  const pixels = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y++) {
    const back = y < 300 ? [150, 190, 235 - y / 4] : [95, 95, 90]
    for (let x = 0; x < width; x++) pixels.set(isBox(x, y) ? box : back, y * (width * 3 + 1) + 1 + x * 3)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits each of red, green and blue.
  header.set([8, 2], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const data = deflateSync(pixels)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

interface Made {
  row: Row
  bytes: Buffer
}

/** Photos of some trucks and of the last deliveries; one lies in the bin. */
export function makeArchivos({ demo, clock }: Shown): Made[] {
  const delivered = demo.viajes
    .map(({ arrived }, i) => ({ id: i + 1, arrived }))
    .filter(({ arrived }) => arrived < demo.moment - minutesADay)
  const wanted = [
    ...demo.camiones.slice(0, 4).map(({ id }) => ({ entidad: 'camiones', id, nombre: 'unidad.png' })),
    ...delivered.slice(-8).map(({ id }) => ({ entidad: 'rutas', id, nombre: 'entrega.png' })),
  ]
  return wanted.map(({ entidad, id: entidad_id, nombre }, i) => {
    const bytes = aPicture(i)
    const taken = (demo.today - 1) * minutesADay + 600 + i * 9
    const deleted = i === 0 ? taken + 30 : undefined
    const row = {
      id: i + 1,
      entidad,
      entidad_id,
      clase: 'foto',
      nombre,
      tipo_mime: 'image/png',
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      tomado_en: clock(taken),
      terminado_en: clock(taken),
      subido_por_id: chief,
      ...meta(clock, taken, deleted),
    }
    return { row, bytes }
  })
}

/** Before the rows that name them. */
export async function keepArchivos(made: readonly Made[], folder: string): Promise<void> {
  const store = new FileStore(folder)
  for (const { bytes } of made) await store.keep(await store.receive([bytes], bytes.length, true))
}
