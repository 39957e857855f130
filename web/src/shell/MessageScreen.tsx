import type { ReactNode } from 'react'

export function MessageScreen({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mx-auto grid min-h-[60vh] max-w-lg content-center justify-items-center gap-4 p-6 text-center">
      <h1 className="text-2xl font-bold text-balance">{title}</h1>
      {children}
    </div>
  )
}
