import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { many, run, sql } from '../../platform/db/sql.ts'
import { type DocumentosOffice, openDocumentosOffice } from '../../test/openPapeles.ts'
import { insertReferences, insertRutaRow } from '../../test/rutas.ts'

// Compares check, free records, board and notices with the rules of docs/contract/planning.md, over random trips.
// The clock is 20/11/2026, noon in Guatemala.

const ahora = Date.UTC(2026, 10, 20, 18)
const hour = 3_600_000

interface Trip {
  id: number
  camion_id: number
  chofer_id: number
  ayudante_id: number | null
  estado: string
  eliminado: boolean
  /** In state Incidente, with an open incident, and not older than 30 days. */
  detenida: boolean
  inicio: number
  fin: number
}

const pick = <T>(first: T, ...rest: T[]): T => [first, ...rest][randomInt(1 + rest.length)] ?? first

let office: DocumentosOffice
let trips: Trip[]
beforeAll(async () => {
  office = await openDocumentosOffice()
  const { db } = office.server
  const [one, two, three] = [
    await insertReferences(db),
    await insertReferences(db),
    await insertReferences(db),
  ]
  const stopped = new Set<number>()
  for (let i = 0; i < 80; i++) {
    const ruta = {
      ...one,
      camion_id: pick(one, two, three).camion_id,
      chofer_id: pick(one, two, three).chofer_id,
      ayudante_id: pick(one.ayudante_id, two.ayudante_id, null),
    }
    const estado = pick('Pendiente', 'Pendiente', 'En curso', 'Entregado', 'Incidente', 'Incidente')
    const fecha = pick('2026-11-20', '2026-10-21', '2026-10-20')
    const id = await insertRutaRow(db, ruta, { estado, fecha })
    const incidents = pick('open', 'open', 'closed', 'deleted', 'none')
    await run(
      db,
      sql`insert into incidentes (ruta_id, causa, desde, hasta, eliminado_en, usuario_id)
        select ${id}, 'Otro', now(), ${incidents === 'closed' ? '2099-01-01' : null},
          ${incidents === 'deleted' ? '2026-11-20' : null}, id
        from usuarios where ${incidents !== 'none'} limit 1`,
    )
    if (estado === 'Incidente' && incidents === 'open' && fecha !== '2026-10-20') stopped.add(id)
    // Whole hours, so that some trips touch.
    const inicio = ahora + (randomInt(96) - 48) * hour
    const fin = inicio + (randomInt(10) === 0 ? 14 * 24 : 1 + randomInt(12)) * hour
    await run(
      db,
      sql`update rutas set inicio = ${new Date(inicio)}, fin = ${new Date(fin)},
          eliminado_en = ${randomInt(10) === 0 ? new Date(ahora) : null} where id = ${id}`,
    )
  }
  const rows = await many<Omit<Trip, 'inicio' | 'fin' | 'detenida'> & { inicio: string; fin: string }>(
    db,
    sql`select id, camion_id, chofer_id, ayudante_id, estado, eliminado_en is not null as eliminado, inicio, fin from rutas`,
  )
  trips = rows.map((row) => ({
    ...row,
    detenida: stopped.has(row.id),
    inicio: Date.parse(row.inicio),
    fin: Date.parse(row.fin),
  }))
})
afterAll(() => office.close())

const occupies = ({ estado, detenida, eliminado }: Trip) =>
  !eliminado && (detenida || ['Pendiente', 'En curso'].includes(estado))
const lasts = ({ estado, detenida, fin }: Trip) => {
  if (detenida) return Math.max(fin, ahora + 24 * hour)
  return estado === 'En curso' ? Math.max(fin, ahora) : fin
}
const kinds = [
  ['CAMION_OCUPADO', 'camion_id', 'camión'],
  ['PILOTO_OCUPADO', 'chofer_id', 'piloto'],
  ['AYUDANTE_OCUPADO', 'ayudante_id', 'ayudante'],
] as const
const shares = (a: Trip, b: Trip, column: (typeof kinds)[number][1]) =>
  a[column] !== null && a[column] === b[column]
const meets = (a: Trip, from: number, until: number) => a.inicio < until && lasts(a) > from
const clashes = (a: Trip, b: Trip) => a.id !== b.id && occupies(b) && meets(b, a.inicio, lasts(a))

const codesOf = (trip: Trip) =>
  occupies(trip)
    ? kinds
        .filter(([, column]) => trips.some((other) => shares(trip, other, column) && clashes(trip, other)))
        .map(([codigo]) => codigo)
    : []

test('board: returns the conflicts of each trip', async () => {
  const { body } = await office.admin.get('/api/tablero?fecha=2026-11-20')
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads whatever shape the answer has
  const boardTrips: any[] = body.data.camiones.flatMap(({ rutas }: { rutas: unknown[] }) => rutas)
  expect(boardTrips.length).toBeGreaterThan(10)
  const expected = boardTrips.map(({ id }) => trips.filter((trip) => trip.id === id).map(codesOf)[0])
  expect(boardTrips.map(({ avisos }) => avisos)).toEqual(expected)
})

test('pares_ocupados: returns each conflicting pair after now, with the first shared resource', async () => {
  const open = trips.filter(occupies)
  const pairs = open.flatMap((a) =>
    open
      .filter((b) => b.id > a.id && meets(a, b.inicio, lasts(b)) && Math.min(lasts(a), lasts(b)) > ahora)
      .flatMap((b) => {
        const que = kinds.find(([, column]) => shares(a, b, column))?.[2]
        return que === undefined ? [] : [{ menor: a.id, mayor: b.id, que }]
      }),
  )
  const found = await many(
    office.server.db,
    sql`select menor, mayor, que from pares_ocupados(${new Date(ahora)}) order by menor, mayor`,
  )
  expect(found).toEqual(pairs.toSorted((a, b) => a.menor - b.menor || a.mayor - b.mayor))
  const { body } = await office.admin.get('/api/avisos/resumen')
  expect(body.data.choque).toBe(pairs.length)
})

test('ocupan: returns each overlapping trip, and only the earliest overdue one', async () => {
  for (const from of [-60, -30, -3, 0, 1, 7, 30].map((hours) => ahora + hours * hour)) {
    const until = from + 5 * hour
    for (const [codigo, column] of kinds) {
      const ids = new Set(trips.map((trip) => trip[column]).filter((id) => id !== null))
      for (const id of ids) {
        const hits = trips.filter((trip) => trip[column] === id && occupies(trip) && meets(trip, from, until))
        const overdue = hits
          .filter(({ estado, fin }) => estado === 'En curso' && fin <= from)
          .toSorted((a, b) => a.inicio - b.inicio || a.id - b.id)
        const expected = hits
          .filter(({ fin, detenida }) => detenida || fin > from)
          .concat(overdue.slice(0, 1))
        const resourceIds = kinds.map((kind) => (kind[1] === column ? id : null))
        const found = await many<{ id: number; codigo: string; hasta: string }>(
          office.server.db,
          sql`select id, codigo, hasta from viajes_que_ocupan(${resourceIds[0]}::int, ${resourceIds[1]}::int, ${resourceIds[2]}::int,
            ${new Date(from)}, ${new Date(until)}, null, ${new Date(ahora)}) order by id`,
        )
        expect(found).toEqual(
          expected
            .toSorted((a, b) => a.id - b.id)
            .map((trip) => ({ id: trip.id, codigo, hasta: new Date(lasts(trip)).toISOString() })),
        )
      }
    }
  }
})

test('viajes_entre and viaje_atrasado: return all other overlapping trips, and the earliest overdue one', async () => {
  const { db } = office.server
  for (const from of [-60, -3, 0, 7].map((hours) => ahora + hours * hour)) {
    const until = from + 8 * hour
    const isOverdue = ({ estado, fin, detenida }: Trip) => estado === 'En curso' && fin <= from && !detenida
    const hits = trips.filter((trip) => occupies(trip) && meets(trip, from, until))
    const found = await many<{ id: number; hasta: string }>(
      db,
      sql`select id, hasta from viajes_entre(${new Date(from)}, ${new Date(until)}, null, ${new Date(ahora)}) order by id`,
    )
    expect(found).toEqual(
      hits
        .filter((trip) => !isOverdue(trip))
        .toSorted((a, b) => a.id - b.id)
        .map((trip) => ({ id: trip.id, hasta: new Date(lasts(trip)).toISOString() })),
    )
    for (const [i, [, column]] of kinds.entries()) {
      for (const cual of new Set(trips.map((trip) => trip[column]).filter((id) => id !== null))) {
        const [earliest] = hits
          .filter((trip) => trip[column] === cual && isOverdue(trip))
          .toSorted((a, b) => a.inicio - b.inicio || a.id - b.id)
        const overdue = await many(
          db,
          sql`select id from viaje_atrasado(${['camiones', 'choferes', 'ayudantes'][i]}, ${cual}, ${new Date(from)},
            null, ${new Date(ahora)})`,
        )
        expect(overdue).toEqual(earliest ? [{ id: earliest.id }] : [])
      }
    }
  }
})
