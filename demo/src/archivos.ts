import { createHash } from 'node:crypto'
import type { FileStore } from '@flota/server/platform/store/FileStore.ts'
import { encode } from 'fast-png'
import { minutesADay } from './calendar.ts'
import type { Sent } from './dinero.ts'
import { tripsWithEvidence } from './entregas.ts'
import { type DemoContext, rowMeta } from './rows.ts'
import { chiefId } from './usuarios.ts'

/** As PNG, point by point. */
function png(width: number, height: number, colorAt: (x: number, y: number) => readonly number[]): Buffer {
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data.set(colorAt(x, y), (y * width + x) * 3)
  return Buffer.from(encode({ width, height, channels: 3, data }))
}

/** A photo: a sky, a road and a box of a colour of its own, which stands for what was photographed. */
function drawPhoto(n: number): Buffer {
  const box = [(n * 83) % 200, (n * 47) % 200, (n * 131) % 200]
  const isBox = (x: number, y: number) => x > 180 && x < 460 && y > 200 && y < 380
  return png(640, 480, (x, y) => (isBox(x, y) ? box : y < 300 ? [150, 190, 235 - y / 4] : [95, 95, 90]))
}

const black = [0, 0, 0]
const white = [255, 255, 255]

/** A signature: loops of a hand of its own, black on white. */
function drawSignature(n: number): Buffer {
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

/** A receipt on a table: white paper with lines of print. */
function drawReceipt(n: number): Buffer {
  const isPaper = (x: number, y: number) => x > 170 && x < 470 && y > 30 && y < 450
  const isPrint = (x: number, y: number) =>
    x > 195 && y > 60 && y < 420 && y % 24 < 7 && x < 300 + ((Math.floor(y / 24) * 61 + n * 37) % 150)
  return png(480, 480, (x, y) =>
    isPaper(x + 80, y) ? (isPrint(x + 80, y) ? [60, 60, 65] : [250, 249, 245]) : [122 + n * 3, 92, 66],
  )
}

interface Photo {
  entidad: string
  id: number
  nombre: string
  clase: string
  taken: number
  bytes: Buffer
  usuario_id?: number
}

const some = (count: number, draw: (n: number) => Buffer) => {
  const all = Array.from({ length: count }, (_, n) => draw(n))
  return (n: number) => all[n % count] ?? Buffer.alloc(0)
}

function* photosOf(context: DemoContext, sent: readonly Sent[]): Generator<Photo> {
  const { demo } = context
  const picture = some(8, drawPhoto)
  const signature = some(5, drawSignature)
  const receipt = some(6, drawReceipt)
  const yesterday = (demo.today - 1) * minutesADay + 600
  for (const [i, { id }] of demo.camiones.slice(0, 4).entries()) {
    const of = { entidad: 'camiones', id, taken: yesterday + i * 9 }
    yield { ...of, nombre: 'unidad.png', clase: 'foto', bytes: picture(i) }
  }
  for (const { id, viaje, lacks } of tripsWithEvidence(context)) {
    const of = { entidad: 'rutas', id, taken: viaje.arrived }
    if (lacks !== 'ambas') yield { ...of, nombre: 'entrega.png', clase: 'foto', bytes: picture(id) }
    if (!lacks) yield { ...of, nombre: 'firma.png', clase: 'firma', bytes: signature(id) }
  }
  for (const [i, each] of sent.entries()) {
    const of = { ...each, entidad: 'movimientos' }
    yield { ...of, nombre: 'comprobante.png', clase: 'comprobante', bytes: receipt(i) }
  }
}

/** Photos of some trucks and of what pilots spent, and what proves the deliveries of whom that is asked; one lies in the bin. */
export function makeArchivos(context: DemoContext, sent: readonly Sent[]) {
  const { clock } = context
  return [...photosOf(context, sent)].map(
    ({ entidad, id: entidad_id, nombre, clase, taken, bytes, usuario_id = chiefId }, i) => {
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
        subido_por_id: usuario_id,
        ...rowMeta(clock, taken, deleted),
      }
      return { row, bytes }
    },
  )
}

/** Before the rows that name them. */
export async function storeArchivos(made: readonly { bytes: Buffer }[], store: FileStore): Promise<void> {
  // Many deliveries share a picture.
  for (const bytes of new Set(made.map((each) => each.bytes)))
    await store.put(await store.staging.receive([bytes], bytes.length, true))
}
