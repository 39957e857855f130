import type { ErrorGrupo, FilaError, VistaPrevia } from '@flota/contract/imports/importar.ts'
import {
  type ImportTipo,
  importCampos,
  keyCampos,
  missingCampos,
} from '@flota/contract/imports/importarCampos.ts'
import { importLimits } from '@flota/contract/imports/importarWords.ts'
import type { ImportOptions } from '@flota/contract/imports/importQuery.ts'
import { campoLabel } from '@flota/contract/records/campos.ts'
import type { CellError, RowDecision } from './importRow.ts'
import { textOfCell } from './reader/readCell.ts'
import type { ParsedSheet } from './reader/sheet.ts'

/** Returns the required columns that the sheet lacks, in the order of `importCampos`. */
export const missingColumns = (
  tipo: ImportTipo,
  { campos }: ParsedSheet,
  { sin, duplicados }: Pick<ImportOptions, 'sin' | 'duplicados'>,
): string[] =>
  missingCampos(tipo, (campo) => campos.some((each) => each.campo === campo)).filter(
    (campo) => !sin.includes(campo) && (duplicados !== 'actualizar' || keyCampos[tipo].includes(campo)),
  )

export const missingColumnsText = (faltan: readonly string[]) =>
  `Faltan columnas: ${faltan.map(campoLabel).join(', ')}.`

export const missingColumnDetails = (faltan: readonly string[]): FilaError[] =>
  faltan.map((campo) => ({
    fila: null,
    columna: null,
    campo,
    valor: null,
    mensaje: `Falta la columna ${campoLabel(campo)}.`,
  }))

/** @param filas numbers of all rows, which all lack the columns */
export const missingColumnGroups = (faltan: readonly string[], filas: readonly number[]): ErrorGrupo[] =>
  missingColumnDetails(faltan).map(({ campo, mensaje }) => ({
    campo,
    mensaje,
    filas: filas.length,
    primeras: filas.slice(0, maxFirstRows),
  }))

type Counts = Pick<VistaPrevia, 'nuevas' | 'cambiadas' | 'iguales' | 'saltadas' | 'omitidas' | 'errores'>

export function countsOf(decisions: readonly RowDecision[]): Counts {
  const count = (accion: RowDecision['accion']) => decisions.filter((each) => each.accion === accion).length
  return {
    nuevas: count('nueva'),
    cambiadas: count('cambiada'),
    iguales: count('igual'),
    saltadas: count('saltada'),
    omitidas: count('omitida'),
    errores: count('error'),
  }
}

export const truncate = (text: string) =>
  text.length <= importLimits.maxShownCharacters
    ? text
    : [...text].slice(0, importLimits.maxShownCharacters).join('')

/** Returns the index of a field's cell; an hour without a column is read from the date's. */
function columnOf(campos: ParsedSheet['campos'], campo: string): number {
  const at = campos.findIndex((each) => each.campo === campo)
  return at < 0 && campo === 'hora' ? campos.findIndex((each) => each.campo === 'fecha') : at
}

/** Sorts the errors of a row's cells in the order of `importCampos`. */
export function inTableOrder(tipo: ImportTipo, errors: readonly CellError[]): CellError[] {
  const order = Object.keys(importCampos[tipo])
  return errors.toSorted((a, b) => order.indexOf(a.campo) - order.indexOf(b.campo))
}

const maxFirstRows = 10

/** Groups all errors by field and message, most rows first. */
export function errorGroups(tipo: ImportTipo, decisions: readonly RowDecision[]): ErrorGrupo[] {
  const groups = new Map<string, ErrorGrupo>()
  const add = (campo: string | null, mensaje: string, fila: number) => {
    const key = `${campo}\n${mensaje}`
    const group = groups.get(key) ?? { campo, mensaje, filas: 0, primeras: [] }
    group.filas += 1
    if (group.primeras.length < maxFirstRows) group.primeras.push(fila)
    groups.set(key, group)
  }
  for (const { row, accion, errors, rowErrors } of decisions) {
    if (accion !== 'error') continue
    for (const { campo, mensaje } of inTableOrder(tipo, errors)) add(campo, mensaje, row.fila)
    for (const mensaje of rowErrors) add(null, mensaje, row.fila)
  }
  return [...groups.values()].toSorted((a, b) => b.filas - a.filas)
}

/** Lists errors by row: first the cells in the order of `importCampos`, then the row as a whole. */
export function errorDetails(
  tipo: ImportTipo,
  { campos, is1904 }: ParsedSheet,
  decisions: readonly RowDecision[],
): FilaError[] {
  const detalle: FilaError[] = []
  for (const { row, accion, errors, rowErrors } of decisions) {
    if (accion !== 'error') continue
    const { fila, cells } = row
    for (const { campo, mensaje } of inTableOrder(tipo, errors)) {
      const at = columnOf(campos, campo)
      const valor = truncate(textOfCell(cells[at] ?? null, is1904))
      detalle.push({ fila, columna: campos[at]?.columna ?? null, campo, valor, mensaje })
    }
    for (const mensaje of rowErrors) detalle.push({ fila, columna: null, campo: null, valor: null, mensaje })
    if (detalle.length >= importLimits.maxListedErrors) break
  }
  return detalle.slice(0, importLimits.maxListedErrors)
}
