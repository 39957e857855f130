import '@flota/contract/core/zodConfig.ts'
import { formatQuetzales } from '@flota/contract/core/format.ts'
import { reglas as contract, type Reglas, type ReglasValues } from '@flota/contract/trips/reglas.ts'
import { useSave } from '../../../../api/cache/queries.ts'
import { call } from '../../../../api/call.ts'
import { DialogForm } from '../../../../form/DialogForm.tsx'
import type { FieldsFor } from '../../../../form/FieldSpec.ts'
import { numberField, selectField, textareaField } from '../../../../form/fields.tsx'
import { valuesOf } from '../../../../form/validate.ts'
import { checkboxField } from '../../form/checkboxField.tsx'

const fields = {
  exige_foto: checkboxField('Exige foto', 'font-semibold'),
  exige_firma: checkboxField('Exige firma', 'font-semibold'),
  instrucciones: textareaField('Instrucciones de entrega', { max: 2000, className: 'col-span-full' }),
  horas_libres: numberField('Horas libres', {
    hint: 'En cada lugar, al cargar y al descargar. Sin ellas no se calcula lo que se cobra.',
    className: 'col-span-full',
  }),
  tarifa_demora: numberField('Tarifa de demora (Q)', {
    formatStored: (tarifa) => tarifa.toFixed(2),
    format: formatQuetzales,
    hint: 'Lo que se cobra después de las horas libres',
  }),
  unidad: selectField('La demora se cobra por', [
    ['hora', 'Hora'],
    ['dia', 'Día'],
  ]),
} satisfies FieldsFor<Omit<ReglasValues, 'version'>, Reglas>

const toStoredRecord = (row: Reglas) => ({ ...row, values: valuesOf(fields, row) })

export function ReglasForm({ reglas, onClose }: { reglas: Reglas; onClose: () => void }) {
  const params = { id: reglas.cliente_id }
  const update = useSave('PUT /api/clientes/:id/reglas')
  return (
    <DialogForm
      title="Reglas de entrega"
      fields={fields}
      schema={contract.update.body}
      stored={toStoredRecord(reglas)}
      className="max-w-xl!"
      layout="gap-x-4 md:grid-cols-2"
      save={(body) => update({ params, body })}
      reload={async () => toStoredRecord((await call('GET /api/clientes/:id/reglas', { params })).data)}
      errorTitle="Error al guardar las reglas de entrega"
      resultType="edit"
      onClose={onClose}
    />
  )
}
