import '@flota/contract/core/zodConfig.ts'
import { fiscal as contract, type Fiscal, type FiscalValues } from '@flota/contract/money/fiscal.ts'
import { fiscalFields } from '@flota/contract/records/fiscal.ts'
import { useSave } from '../../../../../api/cache/queries.ts'
import { call } from '../../../../../api/call.ts'
import { DialogForm } from '../../../../../form/DialogForm.tsx'
import type { FieldsFor } from '../../../../../form/FieldSpec.ts'
import { numberField, textField } from '../../../../../form/fields.tsx'
import { valuesOf } from '../../../../../form/validate.ts'
import { checkboxField } from '../../../../shared/form/checkboxField.tsx'

const fields = {
  nit: textField(fiscalFields.nit.label, { hint: 'CF si es consumidor final' }),
  nombre_fiscal: textField(fiscalFields.nombre_fiscal.label),
  direccion: textField(fiscalFields.direccion.label),
  correo: textField(fiscalFields.correo.label, { input: { type: 'email' } }),
  dias_credito: numberField(fiscalFields.dias_credito.label, { inputMode: 'numeric' }),
  retiene_iva: checkboxField(fiscalFields.retiene_iva.label, 'font-semibold'),
  retiene_isr: checkboxField(fiscalFields.retiene_isr.label, 'font-semibold'),
} satisfies FieldsFor<Omit<FiscalValues, 'version'>, Fiscal>

const toStoredRecord = (row: Fiscal) => ({ ...row, values: valuesOf(fields, row) })

export function FiscalForm({ fiscal, onClose }: { fiscal: Fiscal; onClose: () => void }) {
  const params = { id: fiscal.cliente_id }
  const update = useSave('PUT /api/clientes/:id/fiscal')
  return (
    <DialogForm
      inline
      title="Datos fiscales"
      fields={fields}
      schema={contract.update.body}
      stored={toStoredRecord(fiscal)}
      layout="gap-x-6 md:grid-cols-2 xl:grid-cols-3"
      save={(body) => update({ params, body })}
      reload={async () => toStoredRecord((await call('GET /api/clientes/:id/fiscal', { params })).data)}
      errorTitle="Error al guardar los datos fiscales"
      resultType="edit"
      onClose={onClose}
    />
  )
}
