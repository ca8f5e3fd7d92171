/** The code of views that is loaded when they are first shown: drawing graphs takes more of it than all the rest together. */
export const parts = {
  lineage: () => import("../lineage/LineageView"),
  run: () => import("../run/RunView"),
  contracts: () => import("../contracts/ContractsView"),
  contract: () => import("../contracts/ContractView"),
  alerts: () => import("../alerts/AlertsView"),
  impact: () => import("../impact/ImpactView"),
  batch: () => import("../batch/BatchView"),
  compare: () => import("../compare/CompareView"),
  job: () => import("../job/JobView"),
};
