import type { Field, Fields, FieldType, StoredName } from '../core/fields.ts'

/** Columns of a sheet, for its template, its import and the export of its list. No zod. */

export interface SheetColumn {
  /** Normalized headings that match, besides the column's own name. */
  readonly aliases?: readonly string[]
  /** What to write, by default that of its type, and an example, for the template. */
  readonly help?: string
  readonly example?: string
  /** Width of an export in characters, by default that of its type. */
  readonly width?: number
  /** Required although it is no field, or optional although its field is required. */
  readonly isRequired?: true
  readonly isOptional?: true
  /** Neither the template nor an export has it. */
  readonly isImportOnly?: true
}

export interface DescribedColumn extends SheetColumn {
  /** Field with the same name; undefined for a column that names another record. */
  readonly field: Field | undefined
  readonly type: FieldType
  readonly isNeeded: boolean
}
export type Sheet<Name extends string> = Readonly<Record<Name, DescribedColumn>>

/**
 * Describes the columns of a sheet in their order. Every column that a form fills needs one.
 * @param left fields without a column of their own name
 */
export function defineSheet<
  F extends Fields,
  const Left extends StoredName<F>,
  const Columns extends Readonly<Record<Exclude<StoredName<F>, Left>, SheetColumn>>,
>(fields: F, _left: readonly Left[], columns: Columns): Sheet<keyof Columns & string> {
  return Object.fromEntries(
    Object.entries<SheetColumn>(columns).map(([name, column]) => {
      const field = fields[name]?.use === 'write' ? undefined : fields[name]
      const isNeeded =
        column.isRequired ?? (!column.isOptional && Boolean(field?.required ?? field?.nullIfOld))
      return [name, { ...column, field, type: field?.type ?? 'text', isNeeded }]
    }),
    // Object.fromEntries loses the key type.
  ) as unknown as Sheet<keyof Columns & string>
}

/** Columns of pilots, helpers and clients. A sheet may have the full name in one column instead. */
export const personColumns = <const Aliases extends readonly string[]>(fullNameAliases: Aliases) =>
  ({
    nombre: {
      aliases: ['nombres'],
      help: 'Sin la columna Apellido, el nombre completo.',
      example: 'Juan',
    },
    apellido: { aliases: ['apellidos'], help: 'Uno o más apellidos.', example: 'Pérez López' },
    nombre_completo: { aliases: fullNameAliases, isImportOnly: true },
    telefono: {
      aliases: ['tel', 'celular', 'movil', 'whatsapp'],
      help: 'Como se marca.',
      example: '5555-1234',
    },
  }) as const

/** Columns that name existing records. */
export const nameColumns = {
  placa: { aliases: ['camion'], help: 'De un camión que ya está.', example: 'C-123BCD' },
  piloto: {
    aliases: ['chofer', 'conductor'],
    help: 'El nombre completo de un piloto que ya está.',
    example: 'Juan Pérez López',
  },
  ayudante: {
    aliases: ['auxiliar'],
    help: 'El nombre completo de un ayudante que ya está.',
    example: 'Rosa Ixcoy',
  },
} as const

export const placeColumns = {
  origen: { width: 26, aliases: ['sale de'], help: 'De dónde sale.', example: 'Guatemala' },
  destino: { width: 26, aliases: ['llega a'], help: 'A dónde llega.', example: 'Quetzaltenango' },
} as const
