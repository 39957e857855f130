import '@flota/contract/core/zodConfig.ts'
import { estadoDeCuenta } from '@flota/contract/money/porCobrar.ts'
import { useEndpoint, useSave } from '../../../../../api/cache/queries.ts'
import { DialogForm } from '../../../../../form/DialogForm.tsx'
import { DialogLoading } from '../../../../../form/DialogLoading.tsx'
import { dateField, textField } from '../../../../../form/fields.tsx'

const fields = {
  para: textField('Para', { input: { type: 'email' } }),
  // Chosen on the page.
  corte: { ...dateField('Corte'), className: 'hidden', Input: () => null },
}

interface Props {
  cliente_id: number
  /** Empty for today. */
  corte: string
  onClose: () => void
}

/** Asks for the address, filled with that of the tax data, and sends the statement. */
export function MailForm({ cliente_id, corte, onClose }: Props) {
  const params = { id: cliente_id }
  const answer = useEndpoint('GET /api/clientes/:id/fiscal', { params })
  const send = useSave('POST /api/clientes/:id/estado-de-cuenta/correo')
  const title = 'Enviar por correo'
  if (!answer.data)
    return (
      <DialogLoading
        title={title}
        errorTitle="Error al cargar los datos fiscales"
        query={answer}
        onClose={onClose}
      />
    )
  return (
    <DialogForm
      title={title}
      fields={fields}
      schema={estadoDeCuenta.correo.body}
      stored={{ values: { para: answer.data.data.correo ?? '', corte }, version: undefined }}
      submitLabel="Enviar"
      save={(body, idempotencyKey) => send({ params, body, idempotencyKey })}
      errorTitle={(cause) => ({ title: cause })}
      resultType="success"
      onClose={onClose}
    />
  )
}
