import { checkTotals } from '../../server/src/domain/trips/totals.ts'
import { one, sql } from '../../server/src/platform/db/sql.ts'
import { csv } from '../../server/src/test/importar.ts'
import type { House } from '../abuse/startTarget.ts'

/** As many as a sheet may have. */
const most = 20_000

const titles = 'Fecha,Cliente,Servicio,Carga,Placa,Piloto,Origen,Destino,Precio'.split(',')

interface Answer {
  status: number
  seconds: number
  body: {
    message: string
    data?: { id: number }
    error?: { filas?: { fila: number; columna: string; campo: string }[] }
  }
}

interface Named {
  cliente: string
  placa: string
  piloto: string
}

/** What the house's trip names. */
async function namedIn({ db }: House): Promise<Named> {
  const named = await one<Named>(
    db,
    sql`select concat_ws(' ', cl.nombre, cl.apellido) as cliente, ca.placa, concat_ws(' ', ch.nombre, ch.apellido) as piloto
      from rutas r join clientes cl on cl.id = r.cliente_id join camiones ca on ca.id = r.camion_id
        join choferes ch on ch.id = r.chofer_id limit 1`,
  )
  if (!named) throw new Error('there is no trip')
  return named
}

/** @param unknown the place of the trip whose plate nobody has */
const sheetOf = ({ cliente, placa, piloto }: Named, unknown?: number) =>
  new Uint8Array(
    csv(
      titles,
      ...Array.from({ length: most }, (_, i) => [
        new Date(Date.UTC(2025, 0, 1 + (i % 365))).toISOString().slice(0, 10),
        cliente,
        'Flete',
        'Cemento',
        i === unknown ? 'P-000' : placa,
        piloto,
        `Bodega ${i}`,
        'Cobán',
        `Q${i}.35`,
      ]),
    ),
  )

async function send(
  { address, target }: House,
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<Answer> {
  const asked = performance.now()
  const headers = {
    authorization: `Bearer ${target.tokens.administrador}`,
    'content-type': 'application/json',
  }
  const answer = await fetch(`${address}/api/${path}`, { method: 'POST', headers, body })
  // What it holds is looked at below.
  const said = (await answer.json()) as Answer['body']
  return { status: answer.status, seconds: (performance.now() - asked) / 1000, body: said }
}

/** A sheet of as many trips as one may have, with one unknown plate and without; whether all or nothing came. */
export async function bringMany(house: House): Promise<boolean> {
  const { db } = house
  const count = async () => (await one<{ n: number }>(db, sql`select count(*) as n from rutas`))?.n ?? 0
  const before = await count()
  const tell = async (what: string, { status, seconds, body }: Answer, rows: number, isRight: boolean) => {
    const wrong = await checkTotals(db)
    const isFine = isRight && (await count()) === before + rows && wrong.length === 0
    console.log(`${isFine ? '✓' : '✗'} ${what}: ${status} after ${seconds.toFixed(1)} s, ${body.message}`)
    for (const each of wrong.slice(0, 5)) console.log(`  ${JSON.stringify(each)}`)
    return isFine
  }
  const named = await namedIn(house)
  const refused = await send(house, 'importar/rutas?prueba=no', sheetOf(named, most - 1))
  const [line] = refused.body.error?.filas ?? []
  const isTold = line?.fila === most + 1 && line.columna === 'E' && line.campo === 'placa'
  const isRefused = await tell('one unknown plate', refused, 0, refused.status === 400 && isTold)
  const stored = await send(house, 'importar/rutas?prueba=no', sheetOf(named))
  const isStored = await tell('20,000 trips', stored, most, stored.status === 201)
  const undone = await send(house, `importaciones/${stored.body.data?.id}/deshacer`, '{}')
  const isUndone = await tell('undone', undone, 0, undone.status === 200)
  return isStored && isRefused && isUndone
}
