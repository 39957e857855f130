import '@flota/contract/core/zodConfig.ts'
import { isRealDate } from '@flota/contract/core/calendar.ts'
import { addDays } from '@flota/contract/core/dates.ts'
import { formatFecha } from '@flota/contract/core/format.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import { tripNameLines } from '@flota/contract/core/tripNameText.ts'
import { type Aviso, avisos } from '@flota/contract/system/avisos.ts'
import { useSave } from '../../../api/cache/queries.ts'
import { useToday } from '../../../api/useToday.ts'
import { DialogForm } from '../../../form/DialogForm.tsx'
import type { FieldSpec, Fields } from '../../../form/FieldSpec.ts'
import { dateField, textareaField } from '../../../form/fields.tsx'
import { DateField } from '../../../form/ParsedField.tsx'
import { emptyValues } from '../../../form/validate.ts'

const maxSnoozeDays = 30

/** Without the company's date only the server validates the day. */
function snoozeFields(hoy: string | undefined) {
  const latest = hoy && addDays(hoy, maxSnoozeDays)
  const isLate = (day: string) =>
    hoy !== undefined && latest !== undefined && isRealDate(day) && (day <= hoy || day > latest)
  return {
    hasta: {
      ...dateField('Hasta'),
      Input: (field) => {
        const defaultHint =
          field.value === '' && latest && `A más tardar el ${formatFecha(latest)}. Ese día vuelve a verse.`
        return <DateField {...field} hint={field.hint || defaultHint} />
      },
      validate: (day: string) => {
        if (day.trim() === '') return sentences.required
        return !isRealDate(day) || isLate(day)
          ? `Elige un día de mañana al ${latest ? formatFecha(latest) : '…'}.`
          : undefined
      },
    } satisfies FieldSpec<string>,
    motivo: textareaField('Motivo', { max: 200 }),
  } satisfies Fields
}

/** Hides a notice from all users until a day. */
export function SnoozeForm({ aviso, onClose }: { aviso: Aviso; onClose: () => void }) {
  const { id, texto } = aviso
  const putOff = useSave('POST /api/avisos/:id/posponer')
  const fields = snoozeFields(useToday())
  return (
    <DialogForm
      title="Posponer el aviso"
      submitLabel="Posponer"
      above={
        <p className="wrap-anywhere whitespace-pre-line text-muted">
          {[texto, ...tripNameLines(aviso.viajes)].join('\n')}
        </p>
      }
      fields={fields}
      schema={avisos.posponer.body}
      stored={{ values: emptyValues(fields), version: undefined }}
      save={(body) => putOff({ params: { id }, body })}
      errorTitle="Error al posponer el aviso"
      resultType="edit"
      onClose={onClose}
    >
      <p className="text-sm text-muted">Queda anotado; nadie ve el aviso hasta ese día.</p>
    </DialogForm>
  )
}
