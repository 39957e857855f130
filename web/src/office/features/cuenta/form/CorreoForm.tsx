import '@flota/contract/core/zodConfig.ts'
import { correo, type MailSettings } from '@flota/contract/system/correo.ts'
import { useSave } from '../../../../api/cache/queries.ts'
import { DialogForm } from '../../../../form/DialogForm.tsx'
import type { Fields } from '../../../../form/FieldSpec.ts'
import { textField } from '../../../../form/fields.tsx'
import { valuesOf } from '../../../../form/validate.ts'
import { yesNoField } from '../../../shared/form/yesNoField.ts'

const fields = {
  correo: textField('Tu correo', {
    input: { type: 'email', autoComplete: 'email', autoCapitalize: 'none', spellCheck: false },
    hint: 'Vacío: no te llega ninguno.',
  }),
  avisos: yesNoField('Avisos por correo'),
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
