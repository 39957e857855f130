import { documentoDe, type ImportTipo, importCampos } from '@flota/contract/importarCampos.ts'
import { importTitulo } from '@flota/contract/importarWords.ts'
import type { Sheet } from './lectura/sheet.ts'

/** The columns that a row can't do without and the sheet has not, in the table's order. */
export function faltanIn(tipo: ImportTipo, { campos }: Pick<Sheet, 'campos'>): string[] {
  const has = (campo: string) => campos.some((each) => each.campo === campo)
  return Object.entries(importCampos[tipo])
    .filter(([campo, { obligatorio }]) => {
      if (tipo === 'documentos' && campo === 'placa') return !documentoDe.some(has)
      // nombre speaks for both.
      if (campo === 'apellido' || (campo === 'nombre' && has('nombre_completo'))) return false
      return obligatorio && !has(campo)
    })
    .map(([campo]) => campo)
}

export const faltanText = (faltan: readonly string[]) =>
  `Faltan columnas: ${faltan.map(importTitulo).join(', ')}.`
