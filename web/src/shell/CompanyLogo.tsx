import type { ReactNode } from 'react'
import { useConfig } from '../api/config.ts'

/** The company's logo on white, beside its name; without one `children`. `className` gives its height and greatest width. */
export function CompanyLogo({ className, children }: { className: string; children?: ReactNode }) {
  const logo = useConfig()?.logo
  // Beside the name a text would be read twice.
  return logo ? (
    <img src={logo} alt="" className={`shrink-0 rounded-ui bg-white object-contain ${className}`} />
  ) : (
    children
  )
}
