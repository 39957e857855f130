import { Link } from 'wouter'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { planHref } from '../../shared/planes/planTexts.ts'

/** Name of the plan that made a maintenance, as a link. */
export function PlanOfMantenimiento({ plan_id }: { plan_id: number }) {
  const { data, error } = useEndpoint('GET /api/planes/:id', { params: { id: plan_id } })
  if (error) return 'Ya no existe'
  if (!data) return null
  return (
    <Link href={planHref(plan_id)} className="text-link hover:underline max-md:block max-md:py-2">
      {data.data.nombre}
    </Link>
  )
}
