import type { LabelTable } from './label-table.js';

export const FRENCH: LabelTable = {
  noun: 'first',
  types: {
    decision: 'décision, décisions, décidé, choix',
    learning:
      'apprentissage, apprentissages, appris, leçon, leçons, enseignements, ce que nous avons appris, ce qu’on a appris',
    problem: 'problème, problèmes, bogue, bogues, erreur, erreurs, anomalies',
    progress: 'progrès, avancement, fait, terminé, corrigé, résolu, réalisé, livré, ce qui marche',
    gotcha: 'piège, pièges, attention, écueil, écueils, mise en garde',
    blocker: 'blocage, blocages, bloqué, obstacle, obstacles',
    rejected:
      'rejeté, rejetés, écarté, abandonné, impasse, impasses, à éviter, ne pas faire, ce qui n’a pas marché',
    assumption: 'hypothèse, hypothèses, supposition, suppositions',
    experience: 'expérience, expériences',
    preference: 'préférence, préférences',
    fact: 'fait établi, faits, environnement',
    rule: 'règle, règles, convention, conventions, consigne, consignes',
    constraint: 'contrainte, contraintes, limite, limites, limitation, limitations',
    question: 'question, questions, questions ouvertes, en suspens',
    todo: 'à faire, tâche, tâches, reste à faire, ce qui reste, prochaines étapes, prochaine étape, étapes suivantes, rappel, rappels, en cours, en attente',
  },
  parts: {
    solution: 'action, solution, solutions, correctif, correction, contournement',
    why: 'contexte, raison, raisons, pourquoi, motif, justification, cause, cause racine, parce que',
    date: 'date, quand, le',
    status: 'statut, état',
    alternatives: 'alternatives, alternative, options, options envisagées',
    detail:
      'conséquences, conséquence, impact, effet, déclencheur, confiance, gravité, priorité, catégorie, exemple, exemples, source, sources, preuve, fichier, fichiers, détails, description, auteur',
  },
};
