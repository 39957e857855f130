import { type ImportTipo, importCampos } from '@flota/contract/importarCampos.ts'
import { campos as camposOf } from '@flota/contract/validation.ts'
import { bodies } from './bodies.ts'
import type { Falla, Fila, Valor, Valores } from './importRow.ts'
import { readCell } from './reader/readCell.ts'
import type { Sheet, SheetRow } from './reader/sheet.ts'
import { breathing } from './yieldToEventLoop.ts'

/** Each row by itself: what its cells say, and what POST would say to that. */
export async function judgeCells(tipo: ImportTipo, sheet: Sheet): Promise<Fila[]> {
  const breathe = breathing()
  const filas: Fila[] = []
  for (const row of sheet.filas) {
    filas.push(judgeRow(tipo, sheet, row))
    await breathe()
  }
  return filas
}

function readRow(tipo: ImportTipo, { campos, is1904 }: Sheet, { celdas }: SheetRow) {
  const leido: Record<string, Valor> = {}
  const fallas: Falla[] = []
  for (const [at, { campo }] of campos.entries()) {
    const read = readCell(importCampos[tipo][campo]?.clase ?? 'texto', celdas[at] ?? null, is1904)
    leido[campo] = 'value' in read ? read.value : null
    if ('error' in read) fallas.push({ campo, mensaje: read.error })
  }
  return { leido, fallas }
}

function judgeRow(tipo: ImportTipo, sheet: Sheet, row: SheetRow): Fila {
  const { schema, sentFor, campoOf } = bodies[tipo]
  const { leido, fallas } = readRow(tipo, sheet, row)
  const { body, entera = null, fallas: own = [] } = sentFor(leido)
  const { data, error } = schema.safeParse(body)
  const told = new Map([...fallas, ...own].map((each) => [each.campo, each]))
  for (const [field, mensaje] of error ? Object.entries(camposOf(error)) : []) {
    const campo = field in leido ? field : (campoOf[field] ?? field)
    if (!told.has(campo)) told.set(campo, { campo, mensaje })
  }
  const wrong = [...told.values()]
  // Of what the schemas of these kinds give, all is text, a number or null.
  const valores = wrong.length === 0 ? (data as Valores) : {}
  return {
    fila: row.fila,
    celdas: row.celdas,
    leido: forgetting(leido, wrong),
    fallas: wrong,
    entera,
    valores,
  }
}

/** What is wrong is not shown as if it had been read. */
const forgetting = (leido: Valores, wrong: readonly Falla[]): Valores =>
  wrong.length === 0 ? leido : { ...leido, ...Object.fromEntries(wrong.map(({ campo }) => [campo, null])) }
