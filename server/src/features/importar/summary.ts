import type { FilaError, VistaPrevia } from '@flota/contract/importar.ts'
import { type ImportTipo, importCampos } from '@flota/contract/importarCampos.ts'
import { importTitulo } from '@flota/contract/importarTitulo.ts'
import { importLimits } from '@flota/contract/importarWords.ts'
import { splitName } from './bodies.ts'
import type { Fila, Juicio, Valor } from './importRow.ts'
import { textOfCell } from './reader/readCell.ts'
import type { Sheet } from './reader/sheet.ts'

/** What of a text is shown. */
const cut = (text: string) =>
  text.length <= importLimits.characters ? text : [...text].slice(0, importLimits.characters).join('')
const shown = (valor: Valor | undefined): Valor => (typeof valor === 'string' ? cut(valor) : (valor ?? null))

type Counts = Pick<VistaPrevia, 'nuevas' | 'cambiadas' | 'iguales' | 'saltadas' | 'errores'>

export function countsOf(juicios: readonly Juicio[]): Counts {
  const count = (accion: Juicio['accion']) => juicios.filter((each) => each.accion === accion).length
  return {
    nuevas: count('nueva'),
    cambiadas: count('cambiada'),
    iguales: count('igual'),
    saltadas: count('saltada'),
    errores: count('error'),
  }
}

/** What is wrong, by row, in each in the table's order, what is wrong with it as a whole last. */
export function detalleOf(
  tipo: ImportTipo,
  { campos, is1904 }: Sheet,
  filas: readonly Fila[],
  juicios: readonly Juicio[],
): FilaError[] {
  const order = Object.keys(importCampos[tipo])
  const detalle: FilaError[] = []
  for (const [i, { fila, celdas }] of filas.entries()) {
    const juicio = juicios[i]
    if (juicio?.accion !== 'error') continue
    const fallas = juicio.fallas.toSorted((a, b) => order.indexOf(a.campo) - order.indexOf(b.campo))
    for (const { campo, mensaje } of fallas) {
      const at = campos.findIndex((each) => each.campo === campo)
      const valor = cut(textOfCell(celdas[at] ?? null, is1904))
      detalle.push({ fila, columna: campos[at]?.columna ?? null, campo, valor, mensaje })
    }
    if (juicio.entera !== null)
      detalle.push({ fila, columna: null, campo: null, valor: null, mensaje: juicio.entera })
    if (detalle.length >= importLimits.detalle) break
  }
  return detalle.slice(0, importLimits.detalle)
}

/** A line for each column that a row can't do without. */
export const faltanDetalle = (faltan: readonly string[]): FilaError[] =>
  faltan.map((campo) => ({
    fila: null,
    columna: null,
    campo,
    valor: null,
    mensaje: `Falta la columna ${importTitulo(campo)}.`,
  }))

/** What cells hold, by field; a whole name in its two parts. */
function readOf(tipo: ImportTipo, { leido }: Fila): Record<string, Valor> {
  const { nombre_completo, ...rest } = leido
  if (typeof nombre_completo !== 'string') return rest
  const [nombre, apellido = null] = splitName(tipo, nombre_completo)
  return { nombre, apellido, ...rest }
}

/** A row as it would be stored, people and trucks by what they are called there. */
function valoresOf(
  tipo: ImportTipo,
  fila: Fila,
  { accion, valores, nombres }: Juicio,
): Record<string, Valor> {
  const read = readOf(tipo, fila)
  const campos = Object.keys(importCampos[tipo]).filter((campo) => campo !== 'nombre_completo')
  const kept = accion === 'nueva' ? campos : campos.filter((campo) => campo in read)
  // A wrong row is not one yet.
  const stored = Object.keys(valores).length > 0 && fila.fallas.length === 0 ? valores : {}
  return Object.fromEntries(
    kept.map((campo) => [campo, shown(nombres[campo] ?? (campo in stored ? stored[campo] : read[campo]))]),
  )
}

/** The first rows. */
export const vistaOf = (
  tipo: ImportTipo,
  filas: readonly Fila[],
  juicios: readonly Juicio[],
): VistaPrevia['vista'] =>
  filas.slice(0, importLimits.vista).flatMap((fila, i) => {
    const juicio = juicios[i]
    return juicio ? [{ fila: fila.fila, accion: juicio.accion, valores: valoresOf(tipo, fila, juicio) }] : []
  })
