import type { Aviso } from '@flota/contract/avisos.ts'
import { isRealDate } from '@flota/contract/calendario.ts'
import { addDays } from '@flota/contract/dias.ts'
import { fecha } from '@flota/contract/format.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { useState } from 'react'
import { useSave } from '../../../api/cache/queries.ts'
import { useToday } from '../../../api/useToday.ts'
import { DateField } from '../../../form/TypedField.tsx'
import { FormModal } from '../../../shell/FormModal.tsx'
import { cx } from '../../../ui/cx.ts'
import { Field, inputClass } from '../../../ui/Field.tsx'

// As the contract has them; the schemas that say so stay with the forms.
const mostDays = 30
const [fewest, most] = [5, 200]

interface Props {
  aviso: Aviso
  onClose: () => void
}

/** Hides a notice from everybody until a day begins. */
export function PosponerModal({ aviso: { id, texto }, onClose }: Props) {
  const putOff = useSave('POST /api/avisos/:id/posponer')
  const hoy = useToday()
  const latest = hoy && addDays(hoy, mostDays)
  const [hasta, setHasta] = useState('')
  const [motivo, setMotivo] = useState('')
  const check = () => ({
    ...(!isDayFrom(hasta, hoy, latest) && {
      hasta: hasta ? `Elige un día de mañana al ${latest ? fecha(latest) : '…'}.` : sentences.required,
    }),
    ...([...motivo.trim()].length < fewest && {
      motivo: motivo.trim() ? `Mínimo ${fewest} caracteres.` : sentences.required,
    }),
  })
  return (
    <FormModal
      title="Posponer el aviso"
      saves="Posponer"
      onClose={onClose}
      changed={hasta !== '' || motivo !== ''}
      check={check}
      save={() => putOff({ params: { id }, body: { hasta, motivo } })}
      failureOf={(cause) => ({ title: 'Error al posponer el aviso', detail: cause })}
    >
      {(campos) => (
        <>
          <p className="wrap-anywhere text-muted">{texto}</p>
          <DateField
            required
            name="hasta"
            label="Hasta"
            value={hasta}
            onChange={setHasta}
            error={campos.hasta}
            hint={
              hasta === '' && latest ? `A más tardar el ${fecha(latest)}. Ese día vuelve a verse.` : undefined
            }
          />
          <Field
            required
            label="Motivo"
            error={campos.motivo}
            hint="Queda anotado; nadie ve el aviso hasta ese día."
          >
            {(control) => (
              <textarea
                {...control}
                name="motivo"
                rows={2}
                maxLength={most}
                value={motivo}
                onChange={({ target }) => setMotivo(target.value)}
                className={cx(inputClass, 'py-2')}
              />
            )}
          </Field>
        </>
      )}
    </FormModal>
  )
}

/** After `hoy`, until `latest`; the server decides where the company's date is not known. */
function isDayFrom(day: string, hoy: string | undefined, latest: string | undefined) {
  if (!isRealDate(day)) return false
  return !hoy || !latest || (day > hoy && day <= latest)
}
