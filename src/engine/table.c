// SPDX-License-Identifier: Apache-2.0
// The engines.
#include "engine/bmc.h"
#include "engine/dataflow.h"
#include "engine/engine.h"
#include "engine/explicit/explicit.h"
#include "engine/impact.h"
#include "engine/kinduction.h"
#include "engine/predicate/predabs.h"
#include "engine/reach/dar.h"
#include "engine/reach/imc.h"
#include "engine/reach/ismc.h"
#include "engine/reach/pdr.h"
#include "engine/splitting.h"

const engine engine_bmc = {
    "bmc",
    "bounded model checking with a forward condition (Biere, Cimatti, "
    "Clarke, Zhu: \"Symbolic Model Checking without BDDs\", TACAS 1999)",
    bmc_run, false};
const engine engine_kinduction = {
    "kinduction",
    "k-induction (Sheeran, Singh, Stalmarck: \"Checking Safety Properties "
    "Using Induction and a SAT-Solver\", FMCAD 2000)",
    kinduction_run, false};
const engine engine_imc = {
    "imc",
    "interpolation-based model checking (McMillan: \"Interpolation and "
    "SAT-Based Model Checking\", CAV 2003; Beyer, Chien, Lee, SPIN 2024)",
    imc_run, false};
const engine engine_ismc = {
    "ismc",
    "interpolation sequences (Vizel, Grumberg: \"Interpolation-Sequence Based "
    "Model Checking\", FMCAD 2009)",
    ismc_run, false};
const engine engine_dar = {
    "dar",
    "dual approximated reachability (Vizel, Grumberg, Shoham: \"Intertwined "
    "Forward-Backward Reachability Analysis Using Interpolants\", TACAS 2013)",
    dar_run, false};
const engine engine_pdr = {
    "pdr",
    "property-directed reachability with implicit abstraction (Cimatti, "
    "Griggio, Mover, Tonetta: \"IC3 Modulo Theories via Implicit Predicate "
    "Abstraction\", TACAS 2014)",
    pdr_run, false};
const engine engine_df = {
    "df",
    "data-flow analysis with refined precision (Beyer, Chien, Lee: "
    "\"CPA-DF\", ASE 2023)",
    dataflow_run, false};
const engine engine_predabs = {
    "predabs",
    "predicate abstraction on large or single blocks (Beyer, Cimatti, "
    "Griggio, Keremoglu, Sebastiani: \"Software Model Checking via "
    "Large-Block Encoding\", FMCAD 2009)",
    predabs_run, true};
const engine engine_impact = {
    "impact",
    "lazy abstraction with interpolants (McMillan, CAV 2006) on large or "
    "single blocks",
    impact_run, true};
const engine engine_splitting = {
    "splitting",
    "splitting of the program graph (Ermis, Hoenicke, Podelski: \"Splitting "
    "via Interpolants\", VMCAI 2012) on large or single blocks",
    splitting_run, true};
const engine engine_explicit = {
    "explicit",
    "explicit states with symbolic inputs (Holzmann: \"The Model Checker "
    "SPIN\", IEEE TSE 1997)",
    explicit_run, false};
