import { type ListProps, listWithForm } from '../../list/listWithForm.tsx'
import { AjustesForm } from './form/AjustesForm.tsx'
import { RestriccionesList } from './RestriccionesList.tsx'

export const AjustesPage = listWithForm(
  'restriccion',
  AjustesAndList,
  async () => (await import('./form/RestriccionForm.tsx')).RestriccionForm,
)

function AjustesAndList({ formOf }: ListProps) {
  return (
    <div className="grid gap-8">
      <div>
        <AjustesForm />
      </div>
      <RestriccionesList formOf={formOf} />
    </div>
  )
}
