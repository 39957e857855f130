import '@flota/contract/core/zodConfig.ts'
import { documentoTipos } from '@flota/contract/documents/documentos.ts'
import { documentoEntidades } from '@flota/contract/records/estados.ts'
import { useSave } from '../../../../api/cache/queries.ts'
import { call } from '../../../../api/call.ts'
import { DialogForm } from '../../../../form/DialogForm.tsx'
import { numberField, selectField, textField } from '../../../../form/fields.tsx'
import { emptyValues, valuesOf } from '../../../../form/validate.ts'
import { type DocumentoTipo, entidadWord } from '../../../shared/documents/documento.ts'
import { yesNoField } from '../../../shared/form/yesNoField.ts'

const fields = {
  nombre: textField('Nombre'),
  aplica: selectField(
    'De',
    documentoEntidades.map((each) => [each, entidadWord(each)] as const),
  ),
  obligatorio: yesNoField('Obligatorio', [
    ['no', 'No'],
    ['si', 'Sí: se avisa a quien le falta'],
  ]),
  dias_aviso: numberField('Avisar cuántos días antes', { inputMode: 'numeric' }),
  activo: yesNoField('Estado', [
    ['no', 'Inactivo: ya no se pide'],
    ['si', 'Activo'],
  ]),
}

/** Defaults of the contract. */
const defaultValues = { ...emptyValues(fields), dias_aviso: '30', activo: 'si' }

/** `tipo` is null for a new one. */
export function TipoForm({ tipo, onClose }: { tipo: DocumentoTipo | null; onClose: () => void }) {
  const create = useSave('POST /api/documento-tipos')
  const update = useSave('PUT /api/documento-tipos/:id')
  const common = { fields, onClose }
  if (!tipo)
    return (
      <DialogForm
        {...common}
        title="Ingresar Tipo de Documento"
        schema={documentoTipos.create.body}
        stored={{ values: defaultValues, version: undefined }}
        save={(body, idempotencyKey) => create({ body, idempotencyKey })}
        errorTitle="Error al crear el tipo de documento"
        resultType="success"
      />
    )
  const storedOf = (row: DocumentoTipo) => ({ ...row, values: valuesOf(fields, row) })
  const params = { id: tipo.id }
  return (
    <DialogForm
      {...common}
      title={`Editar ${tipo.nombre}`}
      schema={documentoTipos.update.body}
      stored={storedOf(tipo)}
      save={(body) => update({ params, body })}
      reload={async () => storedOf((await call('GET /api/documento-tipos/:id', { params })).data)}
      errorTitle="Error al actualizar el tipo de documento"
      resultType="edit"
    />
  )
}
