import { findTotalDifferences } from '../../server/src/domain/trips/totals.ts'
import { one, scalar, sql } from '../../server/src/platform/db/sql.ts'
import { csv } from '../../server/src/test/importar.ts'
import type { TestTarget } from '../abuse/startTarget.ts'

const maxSheetRows = 20_000

const titles = 'Fecha,Cliente,Servicio,Carga,Placa,Piloto,Origen,Destino,Precio'.split(',')

interface AnswerBody {
  message: string
  data?: { id: number }
  error?: { filas?: { fila: number; columna: string; campo: string }[] }
}

interface TripNames {
  cliente: string
  placa: string
  piloto: string
}

async function findTripNames({ db }: TestTarget): Promise<TripNames> {
  const tripNames = await one<TripNames>(
    db,
    sql`select concat_ws(' ', cl.nombre, cl.apellido) as cliente, ca.placa, concat_ws(' ', ch.nombre, ch.apellido) as piloto
      from rutas r join clientes cl on cl.id = r.cliente_id join camiones ca on ca.id = r.camion_id
        join choferes ch on ch.id = r.chofer_id limit 1`,
  )
  if (!tripNames) throw new Error('Table rutas is empty')
  return tripNames
}

/** @param unknownPlateRow index of the trip with an unknown plate */
const buildSheet = ({ cliente, placa, piloto }: TripNames, unknownPlateRow?: number) =>
  new Uint8Array(
    csv(
      titles,
      ...Array.from({ length: maxSheetRows }, (_, i) => [
        new Date(Date.UTC(2025, 0, 1 + (i % 365))).toISOString().slice(0, 10),
        cliente,
        'Flete',
        'Cemento',
        i === unknownPlateRow ? 'P-000' : placa,
        piloto,
        `Bodega ${i}`,
        'Cobán',
        `Q${i}.35`,
      ]),
    ),
  )

/** Imports a sheet of maximum size with and without an error, and undoes it. @returns whether it worked */
export async function importLargeSheet(testTarget: TestTarget): Promise<boolean> {
  const { db, post } = testTarget
  const count = async () => (await scalar<number>(db, sql`select count(*) from rutas`)) ?? 0
  const before = await count()
  const printResult = async (
    what: string,
    { status, ms, body }: { status: number; ms: number; body: AnswerBody },
    rows: number,
    isRight: boolean,
  ) => {
    const wrong = await findTotalDifferences(db)
    const isFine = isRight && (await count()) === before + rows && wrong.length === 0
    console.log(`${isFine ? '✓' : '✗'} ${what}: ${status} after ${(ms / 1000).toFixed(1)} s, ${body.message}`)
    for (const each of wrong.slice(0, 5)) console.log(`  ${JSON.stringify(each)}`)
    return isFine
  }
  const tripNames = await findTripNames(testTarget)
  const upload = (sheet: Uint8Array<ArrayBuffer>) => post<AnswerBody>('/api/importar/rutas?prueba=no', sheet)
  const refused = await upload(buildSheet(tripNames, maxSheetRows - 1))
  const [firstError] = refused.body.error?.filas ?? []
  const isErrorListed =
    firstError?.fila === maxSheetRows + 1 && firstError.columna === 'E' && firstError.campo === 'placa'
  const isRight = refused.status === 400 && isErrorListed
  const isRefused = await printResult('one unknown plate', refused, 0, isRight)
  const stored = await upload(buildSheet(tripNames))
  const isStored = await printResult('20,000 trips', stored, maxSheetRows, stored.status === 201)
  const undone = await post<AnswerBody>(`/api/importaciones/${stored.body.data?.id}/deshacer`, '{}')
  const isUndone = await printResult('undone', undone, 0, undone.status === 200)
  return isStored && isRefused && isUndone
}
