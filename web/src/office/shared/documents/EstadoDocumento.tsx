import { plazoInWords } from '@flota/contract/core/calendar.ts'
import type { Papel } from '@flota/contract/documents/documentos.ts'
import type { DocumentoEstado } from '@flota/contract/records/estados.ts'
import { CircleCheck, Clock, FileX, History, type LucideIcon, TriangleAlert } from 'lucide-react'
import { Badge, badgeColors } from '../../../ui/Badge.tsx'

interface EstadoLook {
  Icon: LucideIcon
  color: string
  word: string
}

/** Ordered from worst to best. */
const estadoLooks: Record<DocumentoEstado, EstadoLook> = {
  vencido: { Icon: TriangleAlert, color: badgeColors.red, word: 'Vencido' },
  falta: { Icon: FileX, color: badgeColors.red, word: 'Falta' },
  por_vencer: { Icon: Clock, color: badgeColors.yellow, word: 'Por vencer' },
  vigente: { Icon: CircleCheck, color: badgeColors.green, word: 'Vigente' },
}

export function EstadoDocumento({ papel: { estado, dias, reemplazado_por } }: { papel: Papel }) {
  if (reemplazado_por !== null)
    return (
      <Badge Icon={History} color={badgeColors.grey}>
        Renovado
      </Badge>
    )
  const { word, ...look } = estadoLooks[estado]
  const near = estado === 'vencido' || estado === 'por_vencer'
  return (
    <Badge {...look}>
      {near && dias !== null ? plazoInWords(dias, { past: 'Venció', future: 'Vence' }) : word}
    </Badge>
  )
}

/** Shows a state as a word without its days. */
export function DocumentoMark({ estado }: Pick<Papel, 'estado'>) {
  const { word, ...look } = estadoLooks[estado]
  return <Badge {...look}>{word}</Badge>
}

/** Shows the state of the worst document. */
export function WorstEstado({ papeles }: { papeles: readonly Papel[] }) {
  const estados = new Set(papeles.map(({ estado }) => estado))
  // Object.keys loses the type of the keys.
  const worst = (Object.keys(estadoLooks) as DocumentoEstado[]).find((estado) => estados.has(estado))
  if (!worst) return null
  const { word, ...look } = estadoLooks[worst]
  return <Badge {...look}>{worst === 'vigente' ? 'Al día' : word}</Badge>
}
