import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { FileStore } from '@flota/server/store/FileStore.ts'
import { minutesADay } from './calendar.ts'
import { provenTrips } from './entregas.ts'
import { meta, type Row, type Shown } from './rows.ts'
import { chief } from './usuarios.ts'

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}

/** As PNG, point by point. */
function png(width: number, height: number, colorAt: (x: number, y: number) => readonly number[]): Buffer {
  const pixels = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) pixels.set(colorAt(x, y), y * (width * 3 + 1) + 1 + x * 3)
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

/** A photo: a sky, a road and a box of a colour of its own, which stands for what was photographed. */
function aPicture(n: number): Buffer {
  const box = [(n * 83) % 200, (n * 47) % 200, (n * 131) % 200]
  const isBox = (x: number, y: number) => x > 180 && x < 460 && y > 200 && y < 380
  return png(640, 480, (x, y) => (isBox(x, y) ? box : y < 300 ? [150, 190, 235 - y / 4] : [95, 95, 90]))
}

const [black, white] = [
  [0, 0, 0],
  [255, 255, 255],
]

/** A signature: loops of a hand of its own, black on white. */
function aSignature(n: number): Buffer {
  const [width, height] = [600, 220]
  const ink = new Set<number>()
  for (let t = 0; t < 4000; t++) {
    const at = (t / 4000) * (18 + n * 3)
    const x = 50 + (t / 4000) * 480 + Math.sin(at * 1.3) * (22 + n * 5)
    const y = 110 + Math.sin(at) * (28 + (n % 3) * 14) + Math.cos(at * 0.37 + n) * 26
    for (let i = 0; i < 9; i++) ink.add((Math.round(y) + Math.floor(i / 3)) * width + Math.round(x) + (i % 3))
  }
  return png(width, height, (x, y) => (ink.has(y * width + x) ? black : white))
}

interface Made {
  row: Row
  bytes: Buffer
}

/** Photos of some trucks, and what proves the deliveries of whom that is asked; one lies in the bin. */
export function makeArchivos(shown: Shown): Made[] {
  const { demo, clock } = shown
  const pictures = Array.from({ length: 8 }, (_, i) => aPicture(i))
  const signatures = Array.from({ length: 5 }, (_, i) => aSignature(i))
  const yesterday = (demo.today - 1) * minutesADay + 600
  const wanted = [
    ...demo.camiones.slice(0, 4).map(({ id }, i) => ({
      entidad: 'camiones',
      id,
      nombre: 'unidad.png',
      clase: 'foto',
      taken: yesterday + i * 9,
      bytes: pictures[i],
    })),
    ...provenTrips(shown).flatMap(({ id, viaje, lacks }) => {
      const of = { entidad: 'rutas', id, taken: viaje.arrived }
      const foto = { ...of, nombre: 'entrega.png', clase: 'foto', bytes: pictures[id % 8] }
      const firma = { ...of, nombre: 'firma.png', clase: 'firma', bytes: signatures[id % 5] }
      return lacks === 'ambas' ? [] : lacks === 'firma' ? [foto] : [foto, firma]
    }),
  ]
  return wanted.map(({ entidad, id: entidad_id, nombre, clase, taken, bytes = Buffer.alloc(0) }, i) => {
    const deleted = i === 0 ? taken + 30 : undefined
    const row = {
      id: i + 1,
      entidad,
      entidad_id,
      clase,
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
export async function keepArchivos(made: readonly Made[], store: FileStore): Promise<void> {
  // Many deliveries share a picture.
  for (const bytes of new Set(made.map((each) => each.bytes)))
    await store.put(await store.arrivals.receive([bytes], bytes.length, true))
}
