import '@flota/contract/zodConfig.ts'
import { type Aviso, avisos } from '@flota/contract/avisos.ts'
import { isRealDate } from '@flota/contract/calendar.ts'
import { addDays } from '@flota/contract/dates.ts'
import { fecha } from '@flota/contract/format.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { useSave } from '../../../api/cache/queries.ts'
import { useToday } from '../../../api/useToday.ts'
import { DialogForm } from '../../../form/DialogForm.tsx'
import type { FieldSpec, Fields } from '../../../form/FieldSpec.ts'
import { textarea, typedDate } from '../../../form/fields.tsx'
import { DateField } from '../../../form/ParsedField.tsx'
import { emptyValues } from '../../../form/validate.ts'

const mostDays = 30

/** The server decides where the company's date is not known. */
function fieldsFrom(hoy: string | undefined) {
  const latest = hoy && addDays(hoy, mostDays)
  const isLate = (day: string) =>
    hoy !== undefined && latest !== undefined && isRealDate(day) && (day <= hoy || day > latest)
  return {
    hasta: {
      ...typedDate('Hasta'),
      Input: (field) => {
        const told =
          field.value === '' && latest && `A más tardar el ${fecha(latest)}. Ese día vuelve a verse.`
        return <DateField {...field} hint={field.hint || told} />
      },
      wrong: (day: string) => {
        if (day.trim() === '') return sentences.required
        return !isRealDate(day) || isLate(day)
          ? `Elige un día de mañana al ${latest ? fecha(latest) : '…'}.`
          : undefined
      },
    } satisfies FieldSpec<string>,
    motivo: textarea('Motivo', { max: 200 }),
  } satisfies Fields
}

interface Props {
  aviso: Aviso
  onClose: () => void
}

/** Hides a notice from everybody until a day begins. */
export function PosponerForm({ aviso: { id, texto }, onClose }: Props) {
  const putOff = useSave('POST /api/avisos/:id/posponer')
  const fields = fieldsFrom(useToday())
  return (
    <DialogForm
      title="Posponer el aviso"
      saves="Posponer"
      above={<p className="wrap-anywhere text-muted">{texto}</p>}
      fields={fields}
      schema={avisos.posponer.body}
      stored={{ values: emptyValues(fields), version: undefined }}
      save={(body) => putOff({ params: { id }, body })}
      failed="Error al posponer el aviso"
      told="edit"
      onClose={onClose}
    >
      <p className="text-sm text-muted">Queda anotado; nadie ve el aviso hasta ese día.</p>
    </DialogForm>
  )
}
