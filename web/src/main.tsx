import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { Program, preloadFirstScreen } from './Program.tsx'
import './base.css'
import { aroundNav } from './ui/navigationGuard.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const renderApp = () =>
  createRoot(root).render(
    <StrictMode>
      <Router aroundNav={aroundNav}>
        <Program />
      </Router>
    </StrictMode>,
  )

// Not awaited: the modules that it loads wait for the end of this file.
void preloadFirstScreen(location.pathname).then(renderApp)
