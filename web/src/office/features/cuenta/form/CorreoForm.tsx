import '@flota/contract/core/zodConfig.ts'
import { correo, type MailSettings } from '@flota/contract/system/correo.ts'
import { useSave } from '../../../../api/cache/queries.ts'
import { DialogForm } from '../../../../form/DialogForm.tsx'
import type { FieldSpec, Fields } from '../../../../form/FieldSpec.ts'
import { selectField, textField } from '../../../../form/fields.tsx'
import { valuesOf } from '../../../../form/validate.ts'

const avisos: FieldSpec<string, boolean> = {
  ...selectField('Avisos por correo', [
    ['si', 'Sí'],
    ['no', 'No'],
  ]),
  read: (stored) => (stored ? 'si' : 'no'),
  send: (value) => value === 'si',
}

const fields = {
  correo: textField('Tu correo', {
    input: { type: 'email', autoComplete: 'email', autoCapitalize: 'none', spellCheck: false },
    hint: 'Vacío: no te llega ninguno.',
  }),
  avisos,
} satisfies Fields

export function CorreoForm({ own, onClose }: { own: MailSettings; onClose: () => void }) {
  const save = useSave('PUT /api/auth/correo')
  return (
    <DialogForm
      title="Correo"
      submitLabel="Guardar"
      fields={fields}
      schema={correo.change.body}
      stored={{ values: valuesOf(fields, own), version: undefined }}
      save={(body) => save({ body })}
      errorTitle="Error al guardar tu correo"
      resultType="edit"
      onClose={onClose}
    />
  )
}
