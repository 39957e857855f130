import '@flota/contract/zodConfig.ts'
import { documentoTipos } from '@flota/contract/documentos.ts'
import { documentoEntidades } from '@flota/contract/estados.ts'
import { useSave } from '../../../../api/cache/queries.ts'
import { call } from '../../../../api/call.ts'
import { DialogForm } from '../../../../form/DialogForm.tsx'
import type { FieldSpec } from '../../../../form/FieldSpec.ts'
import { number, select, typedText } from '../../../../form/fields.tsx'
import { emptyValues, valuesOf } from '../../../../form/validate.ts'
import { entidadWord, type Tipo } from '../../../shared/documents/documento.ts'

const yesOrNo = (label: string, yes: string, no: string): FieldSpec<string, boolean> => ({
  ...select(label, [
    ['no', no],
    ['si', yes],
  ]),
  read: (stored) => (stored ? 'si' : 'no'),
  send: (word) => word === 'si',
})

const fields = {
  nombre: typedText('Nombre'),
  aplica: select(
    'De',
    documentoEntidades.map((each) => [each, entidadWord(each)] as const),
  ),
  obligatorio: yesOrNo('Obligatorio', 'Sí: se avisa a quien le falta', 'No'),
  dias_aviso: number('Avisar cuántos días antes', { inputMode: 'numeric' }),
  activo: yesOrNo('Estado', 'Activo', 'Inactivo: ya no se pide'),
}

/** What a new one is, as the contract has it. */
const usual = { ...emptyValues(fields), dias_aviso: '30', activo: 'si' }

interface Props {
  /** Null for a new one. */
  tipo: Tipo | null
  onClose: () => void
}

export function TipoForm({ tipo, onClose }: Props) {
  const create = useSave('POST /api/documento-tipos')
  const update = useSave('PUT /api/documento-tipos/:id')
  const common = { fields, onClose }
  if (!tipo)
    return (
      <DialogForm
        {...common}
        title="Ingresar Tipo de Documento"
        schema={documentoTipos.create.body}
        stored={{ values: usual, version: undefined }}
        save={(body, idempotencyKey) => create({ body, idempotencyKey })}
        failed="Error al crear el tipo de documento"
        told="success"
      />
    )
  const storedOf = (row: Tipo) => ({ ...row, values: valuesOf(fields, row) })
  const params = { id: tipo.id }
  return (
    <DialogForm
      {...common}
      title={`Editar ${tipo.nombre}`}
      schema={documentoTipos.update.body}
      stored={storedOf(tipo)}
      save={(body) => update({ params, body })}
      reload={async () => storedOf((await call('GET /api/documento-tipos/:id', { params })).data)}
      failed="Error al actualizar el tipo de documento"
      told="edit"
    />
  )
}
