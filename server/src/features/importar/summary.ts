import type { FilaError, VistaPrevia } from '@flota/contract/importar.ts'
import { type ImportTipo, importCampos } from '@flota/contract/importarCampos.ts'
import { importTitle } from '@flota/contract/importarTitulo.ts'
import { importLimits } from '@flota/contract/importarWords.ts'
import { splitName } from './bodies.ts'
import type { FieldValue, ImportRow, RowDecision } from './importRow.ts'
import { textOfCell } from './reader/readCell.ts'
import type { ParsedSheet } from './reader/sheet.ts'

/** What of a text is shown. */
const truncate = (text: string) =>
  text.length <= importLimits.maxShownCharacters
    ? text
    : [...text].slice(0, importLimits.maxShownCharacters).join('')
const toShownValue = (valor: FieldValue | undefined): FieldValue =>
  typeof valor === 'string' ? truncate(valor) : (valor ?? null)

type Counts = Pick<VistaPrevia, 'nuevas' | 'cambiadas' | 'iguales' | 'saltadas' | 'errores'>

export function countsOf(juicios: readonly RowDecision[]): Counts {
  const count = (accion: RowDecision['accion']) => juicios.filter((each) => each.accion === accion).length
  return {
    nuevas: count('nueva'),
    cambiadas: count('cambiada'),
    iguales: count('igual'),
    saltadas: count('saltada'),
    errores: count('error'),
  }
}

/** What is wrong, by row, in each in the table's order, what is wrong with it as a whole last. */
export function errorDetails(
  tipo: ImportTipo,
  { campos, is1904 }: ParsedSheet,
  filas: readonly ImportRow[],
  juicios: readonly RowDecision[],
): FilaError[] {
  const order = Object.keys(importCampos[tipo])
  const detalle: FilaError[] = []
  for (const [i, { fila, cells }] of filas.entries()) {
    const juicio = juicios[i]
    if (juicio?.accion !== 'error') continue
    const fallas = juicio.errors.toSorted((a, b) => order.indexOf(a.campo) - order.indexOf(b.campo))
    for (const { campo, mensaje } of fallas) {
      const at = campos.findIndex((each) => each.campo === campo)
      const valor = truncate(textOfCell(cells[at] ?? null, is1904))
      detalle.push({ fila, columna: campos[at]?.columna ?? null, campo, valor, mensaje })
    }
    if (juicio.rowError !== null)
      detalle.push({ fila, columna: null, campo: null, valor: null, mensaje: juicio.rowError })
    if (detalle.length >= importLimits.maxListedErrors) break
  }
  return detalle.slice(0, importLimits.maxListedErrors)
}

/** A line for each column that a row can't do without. */
export const missingColumnDetails = (faltan: readonly string[]): FilaError[] =>
  faltan.map((campo) => ({
    fila: null,
    columna: null,
    campo,
    valor: null,
    mensaje: `Falta la columna ${importTitle(campo)}.`,
  }))

/** What cells hold, by field; a whole name in its two parts. */
function parsedFields(tipo: ImportTipo, { parsed }: ImportRow): Record<string, FieldValue> {
  const { nombre_completo, ...rest } = parsed
  if (typeof nombre_completo !== 'string') return rest
  const [nombre, apellido = null] = splitName(tipo, nombre_completo)
  return { nombre, apellido, ...rest }
}

/** A row as it would be stored, people and trucks by what they are called there. */
function storedFields(
  tipo: ImportTipo,
  fila: ImportRow,
  { accion, valores, nombres }: RowDecision,
): Record<string, FieldValue> {
  const read = parsedFields(tipo, fila)
  const campos = Object.keys(importCampos[tipo]).filter((campo) => campo !== 'nombre_completo')
  const kept = accion === 'nueva' ? campos : campos.filter((campo) => campo in read)
  // A wrong row is not one yet.
  const stored = Object.keys(valores).length > 0 && fila.errors.length === 0 ? valores : {}
  return Object.fromEntries(
    kept.map((campo) => [
      campo,
      toShownValue(nombres[campo] ?? (campo in stored ? stored[campo] : read[campo])),
    ]),
  )
}

/** The first rows. */
export const previewRows = (
  tipo: ImportTipo,
  filas: readonly ImportRow[],
  juicios: readonly RowDecision[],
): VistaPrevia['vista'] =>
  filas.slice(0, importLimits.maxPreviewRows).flatMap((fila, i) => {
    const juicio = juicios[i]
    return juicio
      ? [{ fila: fila.fila, accion: juicio.accion, valores: storedFields(tipo, fila, juicio) }]
      : []
  })
