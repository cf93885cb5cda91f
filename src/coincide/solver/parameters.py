"""Fitted numbers: written by ``python -m coincide_bench.fit``, and not changed by hand.

``RECORD`` tells of each what it was fitted on, and how well it does on what it has not seen
(docs/adr/0026-fitted-numbers.md).
"""

from collections.abc import Mapping
from typing import Any

# fmt: off
# likeness (coincide.solver.evidence.usual): the edges of its bins, the scales, the shares
# of far pairs by bin, and of each scale by bin how much more often near ones are there
LOOK_EDGES = (
 -1.5, -1.25, -1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.25,
 2.5, 2.75, 3.0, 3.25, 3.5, 3.75, 4.0, 4.25, 4.5, 4.75, 5.0
)
LOOK_SCALES_S = (
 15.0, 60.0, 240.0, 960.0, 3600.0
)
LOOK_FAR = (
 0.0192, 0.0332, 0.0694, 0.108, 0.13, 0.129, 0.117, 0.0981, 0.0786, 0.0606, 0.0458, 0.0342,
 0.0251, 0.0179, 0.0126, 0.00817, 0.0055, 0.00318, 0.00198, 0.00104, 0.000567, 0.000258,
 0.000106, 6.72e-05, 2.68e-05, 1.37e-05, 1.31e-05, 1e-05
)
LOOK_LOG_RATIO = (
 (-2.9, -3.58, -4.23, -3.89, -2.87, -2.39, -2.08, -1.21, -0.93, -0.42, -0.07, 0.23, 0.69, 1.04,
  1.37, 1.96, 2.55, 3.3, 3.77, 4.23, 4.93, 5.6, 6.0, 6.13, 6.37, 6.53, 5.73, 5.7),
 (-2.9, -2.28, -2.48, -3.01, -2.38, -1.87, -1.55, -0.99, -0.6, -0.16, 0.3, 0.5, 0.91, 1.25, 1.6,
  2.16, 2.55, 3.19, 3.6, 4.02, 4.52, 5.04, 5.38, 5.4, 5.58, 5.62, 4.84, 4.65),
 (-2.25, -1.88, -1.91, -1.78, -1.57, -1.39, -1.01, -0.67, -0.38, -0.09, 0.31, 0.59, 1.01, 1.37,
  1.76, 2.17, 2.45, 2.93, 3.28, 3.62, 4.02, 4.44, 4.81, 4.66, 4.89, 4.86, 3.98, 4.0),
 (-1.34, -1.11, -1.02, -0.98, -0.92, -0.82, -0.61, -0.42, -0.21, 0.01, 0.28, 0.54, 0.89, 1.2,
  1.54, 1.91, 2.2, 2.62, 2.88, 3.24, 3.57, 3.92, 4.29, 4.09, 4.28, 4.13, 3.26, 3.21),
 (-0.58, -0.51, -0.45, -0.43, -0.42, -0.38, -0.28, -0.21, -0.08, 0.01, 0.2, 0.4, 0.64, 0.92,
  1.18, 1.46, 1.66, 2.0, 2.18, 2.52, 2.81, 3.13, 3.45, 3.24, 3.41, 3.29, 2.42, 2.4)
)
# log-odds by the posterior, and by what turned out to be true (coincide.solver.joint.confidence)
POSTERIOR = (
 -8.0, -1.2, -0.4, 0.3, 0.8, 1.3, 2.2, 2.7, 3.4, 4.8, 5.2, 6.0, 8.0
)
FOUND = (
 -6.0, -2.5, -0.6, 0.0, 0.5, 1.0, 1.4, 2.1, 2.5, 2.8, 4.6, 5.6, 9.0
)
# P(answer | distance in time) of two photos (coincide.solver.joint.answers): of each
# answer its score, by powers of the logarithm of the distance
ANSWERS = (
 (-2.923, -1.328, 0.538), (-0.476, -2.664, -0.441), (2.372, -0.642, -0.125),
 (1.413, 2.8, -0.665), (-2.496, 1.985, 0.446), (2.11, -0.151, 0.247)
)
RECORD: Mapping[str, Any] = {
 'made_by': 'python -m coincide_bench.fit',
 'data': 'd28969f9ed1a1dae1102626bb6b559889d1cd950e79b1f859a5ab4192e2ff2bd',
 'photos': 1863,
 'sets': {'annapurna_2017': '6e56f70d89eaf715d646cb1de64481f7e027dad1b17df9ffa6bd471eb68b4628',
          'california_2016': '6ade554c46860f8a2f38dce3329efcfa235eecaab024bca736839f802701c3cf',
          'camtrapr_2009': 'b82b965d56600e5d4f6b43e7ed8cdec3dda0f0a11ab0cfbe1eef1ff5762c3a9d',
          'europe_2019': '3fc9a12a4bebca4c0c22263eacb8d0b40ca951d17f4b584b2e7a985d6d86ca83',
          'gt_places_2016': 'dbbebd6663e55db8d798f9da37b627f06453e9f0d9a4416e72712e6a50f6c5c4',
          'jiuzhaigou_2016': '7e490c60d6caeea8ca5a27d45c3eb5392eb823e0aa081bd46e3ca3090f3c3271',
          'met_2017': '4bd0230b7787d222feddc420931a35150f8a2e3003c3ec006e8b1e6610d2ea9e',
          'mongolia_2025': '59bd5157e84309720bd08674e5309875005aaf9e5f5efb7f3ea51a40830171d8',
          'newyork_2021': '514f820af7c63b182f68fed474b493fe9832fa1f95ac8c34ed17e881cdd13204',
          'nubes_2021': '85af0badc515407d8dcbc7adfc0561c0221823be5cc11817cbd5ce5b8a471a45',
          'odm_seneca_2013': '63cfdf91b4200f72dad07a9b74414f8ffd9adef0868f953fb183ff6f894f31eb',
          'party_2007': '87190cb25de8f3e9a5d4bec942158270fa641c8eed3def8ae13a210cd42287cc',
          'photowalk_2024': 'bc8d8065868974879e6dda017a2c06731fdcc43786848e5d4178f353565fee45',
          'precamp_2007': '116b88d4364684fc50c5442e5c98b099f0861f1394005e21f1ad69114575db33'},
 'recipes': ('look splits 10000 10001 10002 10003', 'look simulated 10000 10001 10002 10003',
             'splits 10000 10001 10002 10003 10004 10005',
             'real 10000 10001 10002 10003 10004 10005 10006 10007 10008 10009 10010 10011 '
             '10012 10013 10014 10015 10016 10017 10018 10019',
             'negative 10000 10001 10002 10003 10004 10005',
             'pairs 10000 10001 10002 10003 10004 10005',
             'walks 10000 10001 10002 10003 10004 10005',
             'simulated 10000 10001 10002 10003 10004 10005',
             'negative-simulated 10000 10001 10002 10003 10004 10005'),
 'likeness': {'sources': ['europe_2019', 'jiuzhaigou_2016', 'newyork_2021', 'simulated'],
              'pairs': 5894631,
              'scores': {'uncalibrated': {'log_loss': 0.6931, 'brier': 0.25, 'gap': 0.0},
                         'in_use': {'log_loss': 0.485, 'brier': 0.1623, 'gap': 0.0004},
                         'in_sample': {'log_loss': 0.485, 'brier': 0.1623, 'gap': 0.0004},
                         'held_out': {'log_loss': 0.4949, 'brier': 0.1652, 'gap': 0.045}},
              'refit_differs_by_nats': 0.0,
              'adopted': True},
 'calibration': {'galleries': 2626,
                 'events': 574,
                 'scores': {'uncalibrated': {'log_loss': 0.3178,
                                             'brier': 0.1025,
                                             'gap': 0.1293},
                            'in_use': {'log_loss': 0.3028, 'brier': 0.0991, 'gap': 0.0674},
                            'in_sample': {'log_loss': 0.3034, 'brier': 0.0992, 'gap': 0.0592},
                            'held_out': {'log_loss': 0.316, 'brier': 0.1032, 'gap': 0.119}},
                 'log_loss_of_sources': {'annapurna_2017': {'galleries': 18,
                                                            'uncalibrated': 0.142,
                                                            'in_use': 0.2162,
                                                            'in_sample': 0.1799,
                                                            'held_out': 0.1892},
                                         'europe_2019': {'galleries': 329,
                                                         'uncalibrated': 0.517,
                                                         'in_use': 0.4602,
                                                         'in_sample': 0.4617,
                                                         'held_out': 0.4649},
                                         'gt_places_2016': {'galleries': 357,
                                                            'uncalibrated': 0.6054,
                                                            'in_use': 0.5933,
                                                            'in_sample': 0.5962,
                                                            'held_out': 0.607},
                                         'jiuzhaigou_2016': {'galleries': 403,
                                                             'uncalibrated': 0.0616,
                                                             'in_use': 0.0621,
                                                             'in_sample': 0.0674,
                                                             'held_out': 0.0663},
                                         'met_2017': {'galleries': 20,
                                                      'uncalibrated': 0.0098,
                                                      'in_use': 0.0207,
                                                      'in_sample': 0.0209,
                                                      'held_out': 0.0229},
                                         'mongolia_2025': {'galleries': 20,
                                                           'uncalibrated': 0.0264,
                                                           'in_use': 0.0477,
                                                           'in_sample': 0.0562,
                                                           'held_out': 0.0526},
                                         'newyork_2021': {'galleries': 367,
                                                          'uncalibrated': 0.2812,
                                                          'in_use': 0.2784,
                                                          'in_sample': 0.2806,
                                                          'held_out': 0.2862},
                                         'odm_seneca_2013': {'galleries': 352,
                                                             'uncalibrated': 0.4758,
                                                             'in_use': 0.4801,
                                                             'in_sample': 0.4804,
                                                             'held_out': 0.5227},
                                         'photowalk_2024': {'galleries': 60,
                                                            'uncalibrated': 0.7992,
                                                            'in_use': 0.7346,
                                                            'in_sample': 0.7077,
                                                            'held_out': 0.7194},
                                         'simulated': {'galleries': 700,
                                                       'uncalibrated': 0.1451,
                                                       'in_use': 0.1235,
                                                       'in_sample': 0.1222,
                                                       'held_out': 0.1375}},
                 'adopted': False,
                 'refit': {'posterior': (-0.07, 0.56, 0.84, 1.07, 1.28, 1.7, 2.37, 3.45, 4.81,
                                         6.1, 7.96),
                           'found': (-0.44, -0.17, 0.54, 0.55, 1.04, 1.21, 2.16, 2.23, 3.04,
                                     5.07, 7.41)},
                 'intervals_hold': 0.9219},
 'rates': {'phone': {'clocks': 6,
                     'events': 4,
                     'errors': {'right': 6},
                     'right_95': [0.5407, 1.0],
                     'log_loss': {'held_out': 0.0992, 'by_hand': 0.0083, 'coin': 0.6931},
                     'decided_otherwise': {'california_2016': {'now': 'written',
                                                               'otherwise_with': [0.5407,
                                                                                  0.5981,
                                                                                  0.6554,
                                                                                  0.7128,
                                                                                  0.7701,
                                                                                  0.8275,
                                                                                  0.8848,
                                                                                  0.9422]},
                                           'met_2017': {'now': 'written',
                                                        'otherwise_with': [0.5407, 0.5981,
                                                                           0.6554, 0.7128,
                                                                           0.7701, 0.8275,
                                                                           0.8848]},
                                           'nubes_2021': {'now': 'written',
                                                          'otherwise_with': [0.5407, 0.5981,
                                                                             0.6554, 0.7128,
                                                                             0.7701, 0.8275,
                                                                             0.8848,
                                                                             0.9422]}}},
           'camera': {'clocks': 5,
                      'events': 5,
                      'errors': {'a day': 1,
                                 'further': 1,
                                 'hours': 1,
                                 'minutes': 1,
                                 'right': 1},
                      'right_95': [0.0051, 0.7164],
                      'log_loss': {'held_out': 0.7459, 'by_hand': 0.5614, 'coin': 0.6931},
                      'decided_otherwise': {}}},
 'answers': {'pairs': 204,
             'events': 13,
             'answers': 612,
             'log_loss': {'held_out': 1.3323, 'in_sample': 1.0938, 'flat': 1.7042}}
}
