import { Route } from 'lucide-react'
import type { Section } from '../paths.ts'

/** The one entry of the pilot's sidebar; in the office's menu it stands among the others. */
export const misRutasSection: Section = {
  page: '/piloto-rutas',
  label: 'Mis Rutas',
  about: 'Tus rutas y su estado',
  Icon: Route,
}
