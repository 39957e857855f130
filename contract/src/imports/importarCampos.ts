import type { FieldType } from '../core/fields.ts'
import { keysOf } from '../core/keys.ts'
import { ayudanteSheet, camionSheet, choferSheet, clienteSheet } from '../records/catalogueSheets.ts'
import { documentoSheet } from '../records/documentos.ts'
import { facturaSheet } from '../records/facturas.ts'
import { rutaSheet } from '../records/rutas.ts'
import type { DescribedColumn } from '../records/sheets.ts'
import { tarifaSheet } from '../records/tarifas.ts'

/** Sheets that can be imported (docs/contract/imports.md). No zod: the web and the sheet-reading thread load it. */
export const sheets = {
  choferes: choferSheet,
  ayudantes: ayudanteSheet,
  camiones: camionSheet,
  clientes: clienteSheet,
  tarifas: tarifaSheet,
  documentos: documentoSheet,
  rutas: rutaSheet,
  facturas: facturaSheet,
}
export type ImportTipo = keyof typeof sheets
export const importTipos = keysOf(sheets)

export type CampoClase = 'texto' | 'fecha' | 'hora' | 'monto' | 'entero' | 'estado'

/** How a cell is read, by the type of its field. A name of a record is a text. */
const clases: Partial<Record<FieldType, CampoClase>> = {
  date: 'fecha',
  hour: 'hora',
  amount: 'monto',
  integer: 'entero',
  minutes: 'entero',
  choice: 'estado',
}

export interface ImportCampo {
  clase: CampoClase
  obligatorio: boolean
  /** Headings that match, besides the field's own name (importarHeadings.ts). */
  titulos: readonly string[]
  /** Headings that count as the own name. */
  nombres: readonly string[]
  /** Words that may stand beside them. */
  complementos: readonly string[]
}

const campoOf = (column: DescribedColumn): ImportCampo => ({
  clase: clases[column.type] ?? 'texto',
  obligatorio: column.isNeeded,
  titulos: column.aliases ?? [],
  nombres: column.ownNames ?? [],
  complementos: column.qualifiers ?? [],
})
const camposOf = (sheet: Readonly<Record<string, DescribedColumn>>) =>
  Object.fromEntries(Object.entries(sheet).map(([name, column]) => [name, campoOf(column)]))

/** Fields of each sheet, in the order in which they are listed. */
export const importCampos: Readonly<Record<ImportTipo, Readonly<Record<string, ImportCampo>>>> = {
  choferes: camposOf(sheets.choferes),
  ayudantes: camposOf(sheets.ayudantes),
  camiones: camposOf(sheets.camiones),
  clientes: camposOf(sheets.clientes),
  tarifas: camposOf(sheets.tarifas),
  documentos: camposOf(sheets.documentos),
  rutas: camposOf(sheets.rutas),
  facturas: camposOf(sheets.facturas),
}

/** Whether one column may feed both fields: a date and its hour ('20/11/2026 14:35'). */
export function mayShareColumn(tipo: ImportTipo, one: string, other: string): boolean {
  const pair = [importCampos[tipo][one]?.clase, importCampos[tipo][other]?.clase]
  return pair.includes('fecha') && pair.includes('hora')
}

/** Fields that name the owner of a document. A row needs one of them. */
export const documentoOwnerCampos = ['placa', 'piloto', 'ayudante'] as const

/** Fields by which a row finds its record. */
export const keyCampos: Readonly<Record<ImportTipo, readonly string[]>> = {
  choferes: ['nombre', 'apellido', 'nombre_completo'],
  ayudantes: ['nombre', 'apellido', 'nombre_completo'],
  clientes: ['nombre', 'apellido', 'nombre_completo'],
  camiones: ['placa'],
  tarifas: ['cliente', 'origen', 'destino', 'servicio', 'vigente_desde'],
  documentos: ['tipo', ...documentoOwnerCampos],
  rutas: [],
  facturas: [],
}

/** For required fields, the sets of fields of which any one suffices. */
const alternatives: Partial<Record<ImportTipo, Readonly<Record<string, readonly (readonly string[])[]>>>> = {
  documentos: { placa: documentoOwnerCampos.map((campo) => [campo]) },
  facturas: { cliente: [['cliente'], ['nit']], uuid: [['uuid'], ['serie', 'numero']] },
}

/** Returns the required fields that a row lacks, in the table's order. */
export const missingCampos = (tipo: ImportTipo, isPresent: (campo: string) => boolean): string[] =>
  Object.entries(importCampos[tipo])
    .filter(([campo, { obligatorio }]) => {
      const sets = alternatives[tipo]?.[campo]
      if (sets) return !sets.some((campos) => campos.every(isPresent))
      // nombre is reported for both.
      if (campo === 'apellido' || (campo === 'nombre' && isPresent('nombre_completo'))) return false
      return obligatorio && !isPresent(campo)
    })
    .map(([campo]) => campo)
