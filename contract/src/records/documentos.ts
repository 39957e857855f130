import { defineFields } from '../core/fields.ts'
import { documentoEntidades, documentoEstados } from './estados.ts'
import { defineSheet } from './sheets.ts'

/** A document of a pilot, a helper or a truck. */
export const documentoFields = defineFields({
  tipo_id: { type: 'id', required: true, description: 'Id del tipo de documento.' },
  /** Present name of the type. */
  tipo: { label: 'Tipo', type: 'text', required: true, use: 'read' },
  entidad: { type: 'choice', choices: documentoEntidades, required: true },
  entidad_id: { type: 'id', required: true },
  /** Present name of the pilot, helper or truck. */
  nombre: { label: 'Nombre', type: 'text', required: true, use: 'read' },
  numero: { label: 'Número', type: 'text' },
  emitido: {
    label: 'Emitido',
    type: 'date',
    description: 'Día en que se emitió, AAAA-MM-DD; null si no hay.',
  },
  vence: { label: 'Vence', type: 'date', description: 'Último día en que vale, AAAA-MM-DD; null si no hay.' },
  /** Days from today to `vence`. */
  dias: { type: 'integer', use: 'read', description: 'Días que faltan; negativo si ya pasaron.' },
  estado: { label: 'Estado', type: 'choice', choices: documentoEstados, required: true, use: 'read' },
  nota: { label: 'Nota', type: 'text', max: 2000 },
  reemplazado_por: {
    label: 'Reemplazado por el documento',
    type: 'id',
    use: 'read',
    format: (value) => `n.º ${String(value)}`,
    description: 'Id del documento que lo renovó; null si no hay.',
  },
})

export const documentoSheet = defineSheet(documentoFields, ['tipo_id', 'entidad', 'entidad_id'], {
  tipo: {
    isRequired: true,
    width: 30,
    aliases: ['documento', 'tipo de documento'],
    help: 'Un tipo de documento que ya está y que aplica a ese registro.',
    example: 'Seguro',
  },
  placa: {
    width: 30,
    aliases: ['camion'],
    help: 'De un camión que ya está. Cada fila lleva placa, piloto o ayudante: uno solo.',
    example: 'C-123BCD',
  },
  piloto: {
    width: 30,
    aliases: ['chofer', 'conductor'],
    help: 'El nombre completo de un piloto que ya está.',
    example: 'Juan Pérez López',
  },
  ayudante: {
    width: 30,
    aliases: ['auxiliar'],
    help: 'El nombre completo de un ayudante que ya está.',
    example: 'Rosa Ixcoy',
  },
  numero: {
    width: 20,
    aliases: ['no documento', 'numero de documento'],
    help: 'El número del documento.',
    example: '4471-A',
  },
  emitido: { aliases: ['emision', 'fecha de emision'], help: 'Día, mes y año.', example: '01/02/2026' },
  vence: { aliases: ['vencimiento', 'fecha de vencimiento'], help: 'Día, mes y año.', example: '01/02/2027' },
  nota: {
    width: 60,
    aliases: ['observaciones', 'comentario'],
    help: 'Lo que haya que saber.',
    example: 'El original está en la oficina',
  },
})
