import type { Field, Fields, FieldType, StoredName } from '../core/fields.ts'

/** Columns of a sheet, for its template, its import and the export of its list. No zod. */

export interface SheetColumn {
  /** Headings that match, besides the column's own name; importarHeadings.ts compares their words. */
  readonly aliases?: readonly string[]
  /** Headings that count as the column's own name. */
  readonly ownNames?: readonly string[]
  /** Words that may stand beside the name or an alias. */
  readonly qualifiers?: readonly string[]
  /** What to write, by default that of its type, and an example, for the template. */
  readonly help?: string
  readonly example?: string
  /** Width of an export in characters, by default that of its type. */
  readonly width?: number
  /** Type of a column that is no field, by default text. */
  readonly type?: FieldType
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
      return [name, { ...column, field, type: column.type ?? field?.type ?? 'text', isNeeded }]
    }),
    // Object.fromEntries loses the key type.
  ) as unknown as Sheet<keyof Columns & string>
}

const telefonoWords = [
  'numero',
  'celular',
  'movil',
  'whatsapp',
  'contacto',
  'personal',
  'principal',
  'piloto',
  'chofer',
  'conductor',
  'operador',
  'ayudante',
  'cliente',
  'empresa',
  'oficina',
  '1',
]
const nameWords = ['nombre', 'completo', 'asignado', 'asignada', 'titular', 'principal', '1']

/** Columns of pilots, helpers and clients. A sheet may have the full name in one column instead. */
export const personColumns = <const Aliases extends readonly string[]>(fullNameAliases: Aliases) =>
  ({
    nombre: {
      aliases: ['nombres'],
      help: 'Sin la columna Apellido, el nombre completo.',
      example: 'Juan',
    },
    apellido: { aliases: ['apellidos'], help: 'Uno o más apellidos.', example: 'Pérez López' },
    nombre_completo: {
      aliases: [...fullNameAliases, 'nombre y apellido'],
      qualifiers: [...nameWords, ...fullNameAliases.filter((alias) => !alias.includes(' '))],
      isImportOnly: true,
    },
    telefono: {
      aliases: ['tel', 'celular', 'movil', 'whatsapp', 'numero de contacto', 'numero telefonico'],
      qualifiers: [...telefonoWords],
      help: 'Como se marca.',
      example: '5555-1234',
    },
  }) as const

export const pilotoAliases = ['piloto', 'chofer', 'conductor', 'operador', 'motorista'] as const
export const ayudanteAliases = ['ayudante', 'auxiliar', 'asistente', 'copiloto'] as const
export const clienteAliases = [
  'cliente',
  'empresa',
  'razon social',
  'nombre del cliente',
  'nombre comercial',
  'compania',
  'denominacion social',
  'nombre fiscal',
] as const

/** Kinds of trucks: in a list of trucks the heading of their plates. */
export const truckKinds = ['camion', 'cabezal', 'vehiculo', 'tracto', 'tractor', 'tractocamion']
const truckWords = [...truckKinds, 'unidad']
export const truckQualifiers = ['asignado', 'asignada', ...truckWords]

/** Columns that name existing records. */
export const nameColumns = {
  placa: {
    aliases: ['matricula', 'economico', ...truckWords],
    qualifiers: ['numero', ...truckQualifiers, 'placa', 'matricula', 'economico'],
    help: 'De un camión que ya está.',
    example: 'C-123BCD',
  },
  piloto: {
    aliases: [...pilotoAliases],
    qualifiers: [...nameWords, ...pilotoAliases],
    help: 'El nombre completo de un piloto que ya está.',
    example: 'Juan Pérez López',
  },
  ayudante: {
    aliases: [...ayudanteAliases],
    qualifiers: [...nameWords, ...ayudanteAliases],
    help: 'El nombre completo de un ayudante que ya está.',
    example: 'Rosa Ixcoy',
  },
} as const

/** Columns that name a client. */
export const clienteColumn = {
  width: 36,
  aliases: [...clienteAliases],
  qualifiers: ['nombre', 'completo', 'empresa', 'comercial'],
  help: 'El nombre completo de un cliente que ya está.',
  example: 'Cementos Progreso',
} as const

const placeWords = ['lugar', 'punto', 'ciudad', 'direccion', 'bodega', 'planta', 'deposito', 'sitio']

export const placeColumns = {
  origen: {
    width: 26,
    aliases: [
      'sale de',
      'carga en',
      'salida de',
      'de',
      'procedencia',
      ...placeWords.flatMap((place) => [
        `${place} de carga`,
        `${place} de salida`,
        `${place} de recoleccion`,
      ]),
      'punto de partida',
    ],
    qualifiers: [...placeWords, 'carga', 'viaje', 'ruta'],
    help: 'De dónde sale.',
    example: 'Guatemala',
  },
  destino: {
    width: 26,
    aliases: [
      'llega a',
      'llegada a',
      'entrega en',
      'descarga en',
      'a',
      ...placeWords.flatMap((place) => [
        `${place} de descarga`,
        `${place} de entrega`,
        `${place} de llegada`,
      ]),
    ],
    qualifiers: [...placeWords, 'descarga', 'final', 'entrega', 'viaje', 'ruta'],
    help: 'A dónde llega.',
    example: 'Quetzaltenango',
  },
} as const

/** Headings of a price. */
export const precioColumn = {
  aliases: ['tarifa', 'valor', 'monto', 'flete', 'importe', 'costo del flete', 'costo del viaje', 'cobro'],
  qualifiers: [
    'precio',
    'tarifa',
    'valor',
    'monto',
    'flete',
    'viaje',
    'servicio',
    'ruta',
    'total',
    'unitario',
    'cliente',
    'pactado',
    'acordado',
    'cobrar',
    'cobrado',
    'facturar',
    'facturado',
    'q',
    'gtq',
    'quetzal',
  ],
  example: '1250.00',
} as const

export const servicioColumn = {
  width: 28,
  aliases: ['tipo de servicio', 'tipo de viaje', 'tipo de flete'],
  qualifiers: ['descripcion', 'concepto', 'prestado'],
} as const
