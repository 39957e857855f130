import { choice, date, defineFields, required, served, text, unlabelled } from '../core/fields.ts'
import { documentoEntidades, documentoEstados } from './estados.ts'
import { defineSheet, nameColumns } from './sheets.ts'

/** A document of a pilot, a helper or a truck. */
export const documentoFields = defineFields({
  tipo_id: unlabelled('id', { required, description: 'Id del tipo de documento.' }),
  /** Present name of the type. */
  tipo: text('Tipo', { required, use: 'read', description: 'Nombre del tipo de documento.' }),
  entidad: unlabelled('choice', {
    choices: documentoEntidades,
    required,
    description: 'De quién es: `choferes`, `ayudantes` o `camiones`.',
  }),
  entidad_id: unlabelled('id', { required, description: 'Id de ese piloto, ayudante o camión.' }),
  /** Present name of the pilot, helper or truck. */
  nombre: text('Nombre', {
    required,
    use: 'read',
    description: 'Nombre del piloto o ayudante, o placa del camión.',
  }),
  numero: text('Número', { description: 'Número que lleva el documento; null si no hay.' }),
  emitido: date('Emitido', { description: 'Día en que se emitió, AAAA-MM-DD; null si no hay.' }),
  vence: date('Vence', { description: 'Último día en que vale, AAAA-MM-DD; null si no hay.' }),
  /** Days from today to `vence`. */
  dias: served('integer', { description: 'Días hasta que vence, negativo si ya venció; null si no vence.' }),
  estado: choice('Estado', {
    choices: documentoEstados,
    required,
    use: 'read',
    description: 'Cómo está: `vencido`, `por_vencer`, `vigente` o `falta`.',
  }),
  nota: text('Nota', { max: 2000, description: 'Nota del documento; null si no hay.' }),
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
    aliases: ['documento'],
    qualifiers: ['documento', 'nombre'],
    help: 'Un tipo de documento que ya está y que aplica a ese registro.',
    example: 'Seguro',
  },
  placa: {
    ...nameColumns.placa,
    width: 30,
    help: 'De un camión que ya está. Cada fila lleva placa, piloto o ayudante: uno solo.',
  },
  piloto: { ...nameColumns.piloto, width: 30 },
  ayudante: { ...nameColumns.ayudante, width: 30 },
  numero: {
    width: 20,
    aliases: ['numero de documento', 'documento numero', 'numero de poliza', 'poliza', 'folio'],
    help: 'El número del documento.',
    example: '4471-A',
  },
  emitido: {
    aliases: [
      'emision',
      'expedicion',
      'expedido',
      'extendido',
      'inicio de vigencia',
      'vigencia desde',
      'vigente desde',
    ],
    qualifiers: ['fecha', 'documento'],
    example: '01/02/2026',
  },
  vence: {
    aliases: [
      'vencimiento',
      'vigencia',
      'vigente hasta',
      'valido hasta',
      'expira',
      'expiracion',
      'caducidad',
      'caduca',
    ],
    qualifiers: ['fecha', 'documento', 'hasta', 'fin'],
    example: '01/02/2027',
  },
  nota: {
    width: 60,
    aliases: ['observaciones', 'comentario'],
    help: 'Lo que haya que saber.',
    example: 'El original está en la oficina',
  },
})
